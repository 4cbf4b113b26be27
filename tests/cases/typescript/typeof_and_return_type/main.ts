const api = {
  load() {},
};

function make() {
  return { start() {}, stop: () => {} };
}

class Model {
  save() {}
}

type Made = ReturnType<typeof make>;

export function run(a: typeof api, made: Made, model: InstanceType<typeof Model>) {
  a.load();
  made.start();
  model.save();
}

run(api, make(), new Model());
