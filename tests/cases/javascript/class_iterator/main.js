class Bag {
  constructor(items) {
    this.items = items;
  }

  *[Symbol.iterator]() {
    yield* this.items;
  }
}

class Other {
  *[Symbol.iterator]() {}
}

function task() {}

function loop(bag) {
  for (const item of bag) item();
}

function spread(bag) {
  return [...bag];
}

loop(new Bag([task]));
spread(new Bag([]));
const [first] = new Bag([]);
