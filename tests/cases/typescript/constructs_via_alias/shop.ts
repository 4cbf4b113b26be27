export class Cart {
  total() {}
}
