function one() {}
function two() {}

function run() {
  let left = one;
  let right = two;
  [left, right] = [right, left];
  left();
}

run();
