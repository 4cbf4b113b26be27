const parent = {
  greet() {},
  leave() {},
};

const child = {
  __proto__: parent,
  greet() {
    super.greet();
  },
};

const late = {};
late.__proto__ = parent;

child.greet();
late.leave();
