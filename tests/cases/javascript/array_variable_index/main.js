function a() {}
function b() {}
function stranger() {}

const list = [a, b];
const others = [stranger];

function run(i) {
  list[i]();
}

run(0);
run(1);
