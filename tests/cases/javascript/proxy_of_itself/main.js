let first = new Proxy({}, {});
let second = new Proxy(first, first);

first = new Proxy(second, second);

function use() {
  second.name();
  first.other = use;
  return first();
}

use();
