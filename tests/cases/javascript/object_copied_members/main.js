const source = {
  open() {},
  close() {},
};
const target = {};

Object.keys(source).forEach((key) => {
  target[key] = source[key];
});
target.open();

class Jumping {
  jump() {}
  rest() {}
}

class Frog {}

for (const name of Object.getOwnPropertyNames(Jumping.prototype)) {
  Frog.prototype[name] = Jumping.prototype[name];
}
new Frog().jump();
