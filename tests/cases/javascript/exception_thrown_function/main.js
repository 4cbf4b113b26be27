function retry() {}

class Signal {
  constructor(action) {
    this.action = action;
  }
}

function inner() {
  throw new Signal(retry);
}

function outer() {
  inner();
}

function run() {
  try {
    outer();
  } catch (signal) {
    signal.action();
  } finally {
    done();
  }
}

function done() {}

run();
