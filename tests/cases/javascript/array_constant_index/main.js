function a() {}
function b() {}
function c() {}

const list = [a, b, c];

function run() {
  list[0]();
  const at = 2;
  list[at]();
}

run();
