function a() {}
function b() {}

function wire() {
  const out = [];
  for (const fn of [a, b]) {
    out.push(() => fn());
  }
  return out;
}

function run() {
  for (const go of wire()) {
    go();
  }
}

run();
