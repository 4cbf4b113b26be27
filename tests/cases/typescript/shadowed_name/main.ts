import { clean } from './text';

export function parameter(clean: () => void) {
  clean();
}

export function generic<Store>(store: Store) {
  store.put();
}

class Store {
  put() {}
}

export function block() {
  {
    const clean = (): void => {};
    clean();
  }
  clean();
}
