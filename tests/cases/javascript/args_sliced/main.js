function first() {}
function second() {}
function third() {}

function rest(named) {
  var others = Array.prototype.slice.call(arguments, 1);
  others.forEach(function (each) {
    each();
  });
}

function beyond() {
  var others = [].slice.call(arguments, 2);
  others[0]();
}

function forward(callee) {
  return callee.apply(null, Array.prototype.slice.call(arguments, 1));
}

function use(a) {
  a();
}

rest(first, second);
beyond(first, second, third);
forward(use, third);
