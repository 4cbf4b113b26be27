import { Store } from './store';

const deps: { store: Store } = { store: new Store() };

export const handlers = {
  save(): void {
    deps.store.put();
  },
} as const;

export function run() {
  handlers.save();
}
