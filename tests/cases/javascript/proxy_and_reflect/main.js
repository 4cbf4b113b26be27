class Point {
  constructor() {}
}

const handler = {
  get(target, key) {
    return target[key];
  },
};

function run() {
  const proxy = new Proxy({ a: 1 }, handler);
  proxy.a;
  Reflect.construct(Point, []);
}

run();
