function a() {}
function b() {}
function c() {}

function replaced() {
  const table = new Map();
  table.set('a', a).set('b', b).set('a', c);
  table.get('a')();
}

function deleted() {
  const table = new Map([['a', a], ['b', b]]);
  table.delete('a');
  for (const each of table.values()) each();
}

function cleared() {
  const table = new Map([['a', a]]);
  table.clear();
  table.set('b', b);
  for (const [, each] of table) each();
}

function taken() {
  const all = new Set([a, b]);
  all.delete(a);
  all.add(c);
  for (const each of all) each();
}

replaced();
deleted();
cleared();
taken();
