function tick() {}
function micro() {}
function next() {}
function now() {}

function run() {
  setTimeout(tick, 1);
  setTimeout(() => tick(), 1);
  queueMicrotask(micro);
  process.nextTick(next);
  setImmediate(now);
}

run();
