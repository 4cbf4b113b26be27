import { Store, create, type Item, tools } from './index';

export function run(store: Store, item: Item) {
  store.put();
  item.show();
  create();
  tools.clean();
}
