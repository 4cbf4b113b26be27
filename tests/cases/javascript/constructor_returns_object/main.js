class Cache {
  get() {}
}

const shared = new Cache();

function Handle() {
  return shared;
}

function Counter(step) {
  return {
    next() {
      return step();
    },
  };
}

function Safe(n) {
  if (!(this instanceof Safe)) return new Safe(n);
  this.n = n;
}
Safe.prototype.use = function () {};

new Handle().get();
new Counter(() => 1).next();
new Safe(1).use();
Safe(2).use();
