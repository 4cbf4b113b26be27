class Item {
  price(): number { return 1; }
}

class Label {
  show() {}
}

function mapAll<T, U>(items: T[], fn: (item: T) => U): U[] {
  const out: U[] = [];
  for (const item of items) out.push(fn(item));
  return out;
}

function label(item: Item): Label {
  item.price();
  return new Label();
}

const labels = mapAll([new Item()], label);
labels[0].show();
mapAll([new Item()], (item) => item.price());
