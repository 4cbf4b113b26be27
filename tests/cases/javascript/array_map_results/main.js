class Item {
  show() {}
}

function load() {}

function run(names) {
  const makers = names.map((name) => () => load(name));
  makers[0]();
  const items = [1, 2].map(() => new Item());
  items[0].show();
  for (const item of items) item.show();
}

run(['a']);
