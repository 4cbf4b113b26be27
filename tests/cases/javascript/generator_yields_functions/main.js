function a() {}
function b() {}
function c() {}

function* tasks() {
  yield a;
  yield b;
}

function* more() {
  yield* tasks();
  yield c;
}

function run() {
  for (const task of tasks()) task();
}

function first() {
  const it = more();
  it.next().value();
}

run();
first();
