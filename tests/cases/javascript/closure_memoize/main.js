function memoize(fn) {
  const cache = {};
  return function (...args) {
    const key = args.join();
    if (!(key in cache)) cache[key] = fn.apply(this, args);
    return cache[key];
  };
}

function slow(n) {
  return n;
}

function other(n) {
  return n;
}

const fast = memoize(slow);
const ready = memoize(other);

function run() {
  fast(1);
}

run();
