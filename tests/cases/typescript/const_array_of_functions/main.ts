function lint() {}
function build() {}
function deploy() {}

const steps = [lint, build] as const;
const table = { deploy } as const;

function run() {
  for (const step of steps) step();
}

function ship(name: keyof typeof table) {
  table[name]();
  steps[1]();
}

run();
ship('deploy');
