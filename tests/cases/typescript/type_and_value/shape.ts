class Shapes {
  parse() {}
}

export const Shape = new Shapes();

export interface Shape {
  area(): number;
}
