function* worker() {
  return task;
}

function task() {}

worker().next().value();
