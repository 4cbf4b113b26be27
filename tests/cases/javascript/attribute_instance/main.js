import { Memory, Store } from './storage.js';

class Service {
  memory = new Memory();

  constructor() {
    this.store = new Store();
  }

  run() {
    this.store.put();
    this.memory.put();
  }
}
