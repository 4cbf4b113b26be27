function* worker() {
  while (true) {
    const job = yield;
    job();
  }
}

function task() {}

function run() {
  const it = worker();
  it.next();
  it.next(task);
}

run();
