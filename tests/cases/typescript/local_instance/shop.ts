export class Cart<T> {
  total() {}
}
