function invoke(fn, value) {
  return fn(value);
}

function double() {}
function triple() {}

const doubled = invoke.bind(null, double);

function run() {
  doubled(1);
  invoke.bind(null, triple)(2);
}

run();
