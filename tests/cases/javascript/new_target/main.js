class Shape {
  constructor() {
    new.target.register();
  }
  static register() {}
}

class Circle extends Shape {
  static register() {}
}

new Circle();
