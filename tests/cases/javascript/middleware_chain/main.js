function first(context, next) {
  next();
}

function second(context, next) {
  return next();
}

class Chain {
  steps = [];

  use(step) {
    this.steps.push(step);
    return this;
  }

  run(context) {
    const go = (i) => {
      const step = this.steps[i];
      if (step) step(context, () => go(i + 1));
    };
    go(0);
  }
}

new Chain().use(first).use(second).run({});
