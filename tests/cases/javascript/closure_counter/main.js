function audit() {}

function makeCounter(step) {
  let n = 0;
  return function next() {
    n += 1;
    return step(n);
  };
}

const next = makeCounter(audit);
next();
