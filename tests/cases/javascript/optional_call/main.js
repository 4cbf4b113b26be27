function save() {}

const hooks = { before: save, after: null };
const deep = { hooks };

function run(options) {
  hooks.before?.();
  deep?.hooks?.before();
  options?.done?.();
}

run({ done: () => {} });
run();
