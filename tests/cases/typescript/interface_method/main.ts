import { Store } from './store';
import { Memory } from './memory';

export function run(store: Store) {
  store.put();
  store.closed();
}

export function use() {
  run(new Memory());
}
