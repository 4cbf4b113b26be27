export class User {
  greet() {}
}
