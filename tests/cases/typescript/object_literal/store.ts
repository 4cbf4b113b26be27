export class Store {
  put() {}
}
