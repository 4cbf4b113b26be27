export class Store {
  put() {}
}

export class Memory {
  put() {}
}
