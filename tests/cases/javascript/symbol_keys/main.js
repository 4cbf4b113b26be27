const { draw } = require("./symbols");
const hide = Symbol("hide");

class Shape {
  [draw]() {}
  [hide]() {}
}

const plain = {
  [draw]() {},
};

new Shape()[draw]();
plain[draw]();
