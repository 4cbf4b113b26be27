function first() {}
function second() {}
function value() {}

const table = new Map();
table.set(first, value);
for (const [key] of table) {
  key();
}

for (const key of new Map([[second, value]]).keys()) {
  key();
}
