function identity(x) {
  return x;
}

function a() {}
function b() {}

function run() {
  identity(a)();
}

function other() {
  return identity(b);
}

run();
other();
