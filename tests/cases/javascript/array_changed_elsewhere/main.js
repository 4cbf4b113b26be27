function a() {}
function b() {}
function c() {}

function inLoop() {
  const list = [a, b];
  for (let turn = 0; turn < 2; turn++) {
    list[0]();
    list.shift();
  }
}

function byAnotherName() {
  const table = new Map();
  const same = table.set('a', a);
  same.set('a', c);
  table.get('a')();
}

function byAnotherFunction() {
  const list = [a];
  const add = (f) => list.push(f);
  list.pop();
  add(b);
  for (const each of list) each();
}

inLoop();
byAnotherName();
byAnotherFunction();
