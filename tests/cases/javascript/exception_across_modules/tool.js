export class Failure extends Error {
  report() {}
}

export class Other {
  report() {}
}

function check() {
  throw new Failure();
}

export function work() {
  check();
}
