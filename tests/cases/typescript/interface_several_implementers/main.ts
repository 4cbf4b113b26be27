import { Shape, Circle, Square } from './shapes';

function total(shapes: Shape[]): number {
  let sum = 0;
  for (const shape of shapes) sum += shape.area();
  return sum;
}

function one(shape: Shape) {
  return shape.area();
}

total([new Circle(), new Square()]);
one(new Circle());
