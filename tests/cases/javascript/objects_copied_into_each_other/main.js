const one = { run() {}, only() {} };
const other = { run() {} };

Object.assign(one, other);
Object.assign(other, one);
one.run();
other.only();
