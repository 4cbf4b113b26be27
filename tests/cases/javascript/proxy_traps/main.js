function trace() {}

const api = new Proxy(
  { hello() {} },
  {
    get(target, key) {
      trace();
      return target[key];
    },
    set(target, key, value) {
      trace();
      return true;
    },
  },
);

function work() {}

const heard = new Proxy(work, {
  apply(target, self, given) {
    return target.apply(self, given);
  },
});

class Point {
  constructor() {}
}

const Made = new Proxy(Point, {
  construct(target, given) {
    return new target(...given);
  },
});

const silent = new Proxy({ quiet() {} }, {});

function run() {
  api.hello();
  api.name = 1;
  heard();
  new Made();
  silent.quiet();
}

run();
