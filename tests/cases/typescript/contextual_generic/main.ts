import { Maker, each, make } from "./make";

class Circle {
  draw() {}
}

class Square {
  draw() {}
}

export const circles: Maker<Circle> = make("circle", (shape) => shape.draw());

each(new Circle(), (shape) => shape.draw());
