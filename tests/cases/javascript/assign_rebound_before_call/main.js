function old() {}
function fresh() {}

function run() {
  let task = old;
  task = fresh;
  task();
}

function property() {
  const box = { task: old };
  box.task = fresh;
  box.task();
}

run();
property();
