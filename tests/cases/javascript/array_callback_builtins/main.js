const odd = (n) => n % 2;
const byValue = (a, b) => a - b;
const sum = (total, n) => total + n;
function pair(n) {
  return [n, n];
}
const unused = () => 0;

function run() {
  const list = [3, 1, 2];
  list.filter(odd).sort(byValue);
  list.find(odd);
  list.reduce(sum, 0);
  list.flatMap(pair);
}

function test() {
  return [2].some(odd) || [1].every(function even(n) {
    return !odd(n);
  });
}

run();
test();
