function make(action) {
  return { run: action };
}

function wrap(action) {
  return make(action);
}

function left() {}
function right() {}

function useLeft() {
  make(left).run();
}

function useRight() {
  const made = wrap(right);
  made.run();
}

function useAny(made) {
  made.run();
}

useLeft();
useRight();
useAny(make(left));
useAny(make(right));
