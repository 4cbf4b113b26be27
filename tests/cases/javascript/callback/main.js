function apply(fn, value) {
  return fn(value);
}

function double(x) {
  return x * 2;
}

function stranger(x) {
  return x;
}

function run() {
  return apply(double, 2);
}
