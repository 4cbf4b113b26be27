const { clone } = require('@hapi/hoek');

class Base {
  extend(definition) {
    return extended(this, definition);
  }
  add() {}
}

class Other {
  add() {}
}

// Methods come from a table, their names from its keys: whoever calls them, they run on objects of the class.
function extended(from, definition) {
  const prototype = clone(Object.getPrototypeOf(from));
  for (const name of Object.keys(definition.rules)) {
    const rule = definition.rules[name];
    prototype[name] = rule.method;
  }
  return Object.create(prototype);
}

function install(cls, name, method) {
  cls.prototype[name] = method;
}

module.exports = new Base().extend({
  rules: {
    min: {
      method() {
        return this.add('min');
      },
      validate() {
        return this.add('no method');
      },
    },
  },
});

install(Other, 'max', function () {
  return this.add('max');
});

// Kept under a name, but on no class.
const table = {};

function keep(name, method) {
  table[name] = method;
}

keep('length', function () {
  return this.add('length');
});
