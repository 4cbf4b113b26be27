class Shape {
  describe() {
    return this.area();
  }

  area() {
    return 0;
  }
}

class Circle extends Shape {
  area() {
    return 3;
  }
}

function run() {
  return new Circle().area();
}
