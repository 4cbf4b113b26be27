export abstract class Shape {
  abstract area(): number;

  describe() {
    return this.area();
  }
}

export class Circle extends Shape {
  area() {
    return 1;
  }
}

export class Square extends Shape {
  area() {
    return 2;
  }
}

abstract class Hidden {
  abstract area(): number;

  describe() {
    return this.area();
  }
}

class Inside extends Hidden {
  area() {
    return 3;
  }
}

class Unused extends Hidden {
  area() {
    return 4;
  }
}

export function total(shape: Shape) {
  return shape.area();
}

new Circle().describe();
new Inside().describe();
