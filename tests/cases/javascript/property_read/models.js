export class Address {
  print() {}
}
