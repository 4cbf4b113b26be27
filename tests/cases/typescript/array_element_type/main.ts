class Item {
  show() {}
}

class Other {
  show() {}
}

export function run(a: Item[], b: Array<Item>, c: readonly Item[], d: Set<Item>) {
  a[0].show();
  for (const item of b) item.show();
  c.forEach((item) => item.show());
  for (const item of d) item.show();
  const [first] = a;
  first.show();
}

export function chained(items: Item[]) {
  items.filter((item) => item).find((x) => x)?.show();
  items.at(0)!.show();
}
