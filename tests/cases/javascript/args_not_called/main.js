const registry = [];

function register(fn) {
  registry.push(fn);
  return registry.length;
}

function handler() {}

register(handler);
