abstract class Shape {
  abstract area(): number;
  name() {}
}

class Circle extends Shape {
  area() { return 1; }
  name() {}
}

class Square extends Shape {
  area() { return 2; }
}

function circle(shape: Circle) {
  shape.area();
  shape.name();
}

function square(shape: Square) {
  shape.name();
}

circle(new Circle());
square(new Square());
