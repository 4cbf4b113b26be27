function choose(left, right) {
  right();
  return left;
}

function a() {}
function b() {}

choose(a, b);
choose(b, b);
