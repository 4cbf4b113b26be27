function a() {}
function b() {}
function c() {}

function invoke(first, second) {
  second();
}

const list = [a, b];
invoke(...list);
invoke(a, ...[c]);
