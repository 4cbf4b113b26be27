function first() {
  return second;
}

function second() {
  return null;
}

function run() {
  let state = first;
  while (state) {
    state = state();
  }
}

run();
