class Circle {
  readonly kind = 'circle';
  radius() { return 1; }
  draw() {}
}

class Square {
  readonly kind = 'square';
  side() { return 1; }
  draw() {}
}

type Shape = Circle | Square;

function area(shape: Shape) {
  switch (shape.kind) {
    case 'circle':
      shape.draw();
      return shape.radius();
    case 'square':
      return shape.side();
  }
}

area(new Circle());
