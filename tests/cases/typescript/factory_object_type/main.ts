import { createStore } from './store';

const store = createStore<number>((value) => value + 1);
store.update();
const { reset, inner } = store;
reset();
inner.check();
