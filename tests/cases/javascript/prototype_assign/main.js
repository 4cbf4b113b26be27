function Shape() {}

Object.assign(Shape.prototype, {
  draw() {
    this.fill();
  },
  fill: function () {},
});

function Line() {}

Line.prototype = {
  stroke() {},
};

new Shape().draw();
new Line().stroke();
