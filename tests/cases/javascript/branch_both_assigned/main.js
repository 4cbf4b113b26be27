function zero() {}
function one() {}
function two() {}

function run(flag) {
  let fn = zero;
  if (flag) {
    fn = one;
  } else {
    fn = two;
  }
  fn();
}

run(true);
run(false);
