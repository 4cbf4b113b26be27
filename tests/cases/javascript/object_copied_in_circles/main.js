function copy(to, from) {
  for (const key in from) to[key] = from[key];
}

const a = { first() {} };
const b = { second() {} };
const c = { third() {} };
const all = [a, b, c];

for (const one of all) for (const other of all) copy(one, other);

a.first();
a.second();
c.third();
