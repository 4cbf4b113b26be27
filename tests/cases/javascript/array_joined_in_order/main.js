function a() {}
function b() {}
function c() {}

function concatenated() {
  const list = [a].concat([b], c);
  list[1]();
}

function spread() {
  const inner = [b, c];
  const list = [a, ...inner, a];
  list[2]();
}

function reversed() {
  const list = [a, b].reverse();
  list[0]();
}

function withEither(more) {
  [a].concat(more).forEach((each) => each());
}

concatenated();
spread();
reversed();
withEither(b);
withEither([c]);
