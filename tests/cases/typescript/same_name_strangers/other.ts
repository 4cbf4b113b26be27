export class Other {
  save() {}
  missing() {}
}

export class Store {
  missing() {}
}
