class Shape {
  area(): number {
    return 0;
  }
}

class Circle extends Shape {
  override area(): number {
    return super.area();
  }
}

function show(shape: Shape) {
  return shape.area();
}

function run(circle: Circle) {
  return circle.area();
}
