class Countdown {
  constructor(from) {
    this.from = from;
  }

  [Symbol.iterator]() {
    let n = this.from;
    return {
      next: () => ({ done: n === 0, value: step(n--) }),
    };
  }
}

function step(n) {
  return n;
}

function run() {
  for (const n of new Countdown(2)) {
    step(n);
  }
}

run();
