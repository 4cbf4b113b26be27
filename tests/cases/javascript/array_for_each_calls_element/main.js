function a() {}
function b() {}

function run() {
  [a, b].forEach((fn) => fn());
}

run();
