import { Store } from './store';

export class Memory implements Store {
  put() {}
  closed() {
    return false;
  }
}

export class Stranger {
  put() {}
}
