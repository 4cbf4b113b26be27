import * as shapes from './shapes';

export function run(circle: shapes.Circle) {
  shapes.draw();
  circle.area();
  new shapes.Circle();
}
