function first() {}
function second() {}

function runAll() {
  for (let i = 0; i < arguments.length; i++) arguments[i]();
}

runAll(first, second);

const start = 0;
[first, second][start]();
