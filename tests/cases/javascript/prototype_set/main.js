const parent = {
  greet() {},
  leave() {},
};

const child = {
  leave() {
    super.leave();
  },
};

Object.setPrototypeOf(child, parent);
child.greet();
child.leave();
