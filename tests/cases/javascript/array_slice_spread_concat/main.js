function a() {}
function b() {}
function c() {}

const base = [a];

function run() {
  const more = [...base, b];
  more.forEach((fn) => fn());
}

function copies() {
  for (const fn of base.slice()) fn();
  for (const fn of base.concat([c])) fn();
}

run();
copies();
