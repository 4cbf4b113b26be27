const listeners = new Set();

function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish() {
  for (const listener of listeners) listener();
  listeners.forEach((each) => each());
}

function render() {}

const off = subscribe(render);
publish();
off();
