import { Memory, Store } from './storage';

class Service {
  memory = new Memory();
  store;

  constructor(store: Store) {
    this.store = store;
  }

  run() {
    this.store.put();
    this.memory.put();
  }
}
