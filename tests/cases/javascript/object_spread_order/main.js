function first() {}
function second() {}
function third() {}

const others = { go: second };
const replaced = { go: first, ...others };
const kept = { ...{ go: first }, go: second };

replaced.go();
kept.go();

function run(options) {
  const settings = { go: second, ...options };
  settings.go();
}

run({ go: third });
run({});
