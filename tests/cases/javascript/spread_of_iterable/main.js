class Step {
  run() {}
}

class Plan {
  *[Symbol.iterator]() {
    yield new Step();
  }
}

function first(plan) {
  [...plan][0].run();
}

function second() {
  const steps = [null, ...new Plan()];
  steps[1].run();
}

first(new Plan());
second();
