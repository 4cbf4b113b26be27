function a() {}
function b() {}
function c() {}

function run(given) {
  let task = given;
  task ??= a;
  task();
  let other = null;
  other ||= b;
  other();
  let third = b;
  third &&= c;
  third();
}

run();
run(c);
