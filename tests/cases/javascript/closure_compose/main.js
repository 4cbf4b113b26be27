const pipe = (...fns) => (x) => fns.reduce((value, fn) => fn(value), x);

function compose(f, g) {
  return (x) => f(g(x));
}

function trim() {}
function lower() {}
function parse() {}
function load() {}

const clean = pipe(trim, lower);
clean('a');
compose(parse, load)('b');
