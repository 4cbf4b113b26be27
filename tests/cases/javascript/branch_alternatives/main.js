function a() {}
function b() {}
function c() {}
function none() {}

function pick(kind) {
  switch (kind) {
    case 1:
      return a;
    case 2:
      return b;
    default:
      return kind ? c : null;
  }
}

function run(flag) {
  (pick(flag) ?? none)();
  const other = flag && b;
  other();
}

run(1);
run(2);
run(3);
