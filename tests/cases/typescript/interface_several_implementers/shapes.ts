export interface Shape {
  area(): number;
}

export class Circle implements Shape {
  area() { return 1; }
}

export class Square implements Shape {
  area() { return 2; }
}

export class Field {
  area() { return 3; }
}
