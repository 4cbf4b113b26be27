import { Store } from './store';

export function run(store: Store, other: Other) {
  store.save();
  other.save();
  store.missing();
}
