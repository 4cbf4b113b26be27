export class Store {
  save() {}
}
