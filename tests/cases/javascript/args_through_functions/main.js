function first(cb) {
  second(cb);
}

function second(action) {
  third(1, action);
}

function third(n, fn) {
  fn(n);
}

function hello() {}
function stranger() {}

first(hello);
