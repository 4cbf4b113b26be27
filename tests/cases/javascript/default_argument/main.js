function clock() {}

class Store {
  put() {}
}

function run(now = clock, store = new Store()) {
  now();
  store.put();
}
