function a() {}
function b() {}
function c() {}

function pushed() {
  const list = [];
  list.push(a);
  list.push(b);
  list[1]();
}

function unshifted() {
  const list = [a];
  list.unshift(b, c);
  console.log(list.length, list);
  list[0]();
}

function spliced() {
  const list = [a, b];
  list.splice(0, 1, c);
  list.forEach((each) => each());
}

function popped() {
  const list = [a, b];
  list.pop()();
}

function shifted() {
  const list = [a, b];
  list.shift()();
  list[0]();
}

function reversed() {
  const list = [a, b];
  list.reverse();
  list[0]();
}

pushed();
unshifted();
spliced();
popped();
shifted();
reversed();
