class Circle {
  draw() {}
}

const shapes = {
  circle: Circle,
  square: class {
    constructor() {
      this.side = 1;
    }

    draw() {}
  },
};

function create(kind) {
  return new shapes[kind]();
}

new shapes.square().draw();
create('circle').draw();
create('square').draw();
