export class Thing {
  show() {}
}
