import { Address } from './models.js';

class User {
  get address() {
    return new Address();
  }

  set address(value) {}

  show() {
    this.address.print();
  }
}
