function helper(x) {
  return x;
}

export default () => helper(1);

function run(items) {
  items.map((item) => helper(item));
  (() => helper(2))();
  (function named() {
    named();
  })();
}
