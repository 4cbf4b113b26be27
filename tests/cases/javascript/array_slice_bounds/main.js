function a() {}
function b() {}
function c() {}

const steps = [a, b, c];

function middle() {
  const some = steps.slice(1, 2);
  some[0]();
}

function last() {
  steps.at(-1)();
  steps[steps.length - 1]();
}

function tail() {
  steps.slice(1).forEach((step) => step());
}

function unknown(from) {
  steps.slice(from)[0]();
}

middle();
last();
tail();
unknown(0);
