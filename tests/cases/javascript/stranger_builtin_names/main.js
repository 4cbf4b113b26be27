class Registry {
  get() {}
  push() {}
  map(fn) {
    return fn();
  }
}

function callback() {}

export function run(x) {
  x.get('a');
  x.push(1);
  x.map(callback);
}

new Registry().get();
