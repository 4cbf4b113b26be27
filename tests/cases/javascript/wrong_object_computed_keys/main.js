const object = {
  plain() {},
  ['x' + 1]() {},
  [`quoted`]() {},
  [process.argv[2]]() {},
};

function plain() {
  object.plain();
}

function joined() {
  object.x1();
}

function quoted() {
  object.quoted();
}

function any(key) {
  object[key]();
}
