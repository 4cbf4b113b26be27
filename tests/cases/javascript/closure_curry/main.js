const add = (a) => (b) => (c) => combine(a, b, c);

function combine() {}

function curry(fn) {
  return (a) => (b) => fn(a, b);
}

function multiply() {}

add(1)(2)(3);
const times = curry(multiply);
const double = times(2);
double(4);
