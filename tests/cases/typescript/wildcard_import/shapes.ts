export function draw() {}

export class Circle {
  area() {}
}
