function outer() {}
function inner() {}

const task = outer;

function run(n) {
  {
    const task = inner;
    task();
  }
  for (let task = inner; n > 0; n--) {
    task();
  }
  return n;
}

function plain() {
  if (task) {
    let outer = inner;
    outer();
  }
  task();
}

run(1);
plain();
