function a() {}
function b() {}

function last() {
  return arguments[1]();
}

function forward() {
  return last.apply(null, arguments);
}

forward(a, b);
