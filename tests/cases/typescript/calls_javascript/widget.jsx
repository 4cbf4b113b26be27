export class Widget {
  draw() {}
}
