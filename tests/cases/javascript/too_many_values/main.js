function f0() {}
function f1() {}
function f2() {}
function f3() {}
function f4() {}
function f5() {}
function f6() {}
function f7() {}
function f8() {}
function f9() {}
function f10() {}
function f11() {}
function f12() {}

const all = [
  { name: '0', f: f0 },
  { name: '1', f: f1 },
  { name: '2', f: f2 },
  { name: '3', f: f3 },
  { name: '4', f: f4 },
  { name: '5', f: f5 },
  { name: '6', f: f6 },
  { name: '7', f: f7 },
  { name: '8', f: f8 },
  { name: '9', f: f9 },
  { name: '10', f: f10 },
  { name: '11', f: f11 },
  { name: '12', f: f12 },
];

function run() {
  for (const each of all) each.f();
}

run();
