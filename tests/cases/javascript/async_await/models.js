export class User {
  greet() {}
  show() {}
}
