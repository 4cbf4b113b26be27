function save() {}

class Box {}
Object.defineProperty(Box.prototype, 'size', {
  get() {
    return 1;
  },
  set(value) {
    save(value);
  },
});

function Crate() {}
Object.defineProperties(Crate.prototype, {
  depth: {
    get() {
      return 2;
    },
    set(value) {
      save(value);
    },
  },
});

const plain = {
  get name() {
    return 'n';
  },
  set name(value) {
    save(value);
  },
};

class Field {
  get at() {
    return this.held;
  }
  set at(value) {
    this.held = wrapped(value);
  }
}

function wrapped(call) {
  return () => call();
}

function given() {}

function box() {
  const made = new Box();
  made.size = 2;
}

function crate() {
  const made = new Crate();
  made.depth = 3;
  return made.depth;
}

function reflected() {
  Reflect.set(plain, 'name', 'm');
  return Reflect.get(plain, 'name');
}

function copied() {
  return { ...plain };
}

function taken() {
  const field = new Field();
  field.at = given;
  field.at();
}

box();
crate();
reflected();
copied();
taken();
