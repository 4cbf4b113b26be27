function a() {}
function b() {}
function done() {}

const partial = (f, ...first) => (...second) => f(...first, ...second);

function run(x, y) {
  y();
}

partial(run, a)(b);

function readThen(path, callback) {
  callback();
}

function forward(...args) {
  readThen(...args, done);
}

forward('file');
