class Registry extends Map {
  get(key) {
    note(key);
    return super.get(key);
  }
}

class Steps extends Array {
  last() {
    return this[this.length - 1];
  }
}

function note() {}
function go() {}
function step() {}

const registry = new Registry();
registry.set('go', go);
registry.get('go')();

const steps = new Steps();
steps.push(step);
steps[0]();
steps.last()();
for (const each of steps) {
  each();
}
