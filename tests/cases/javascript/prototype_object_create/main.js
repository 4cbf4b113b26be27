const base = {
  init() {
    this.setup();
    return this;
  },
  setup() {},
};

const special = Object.create(base);
special.setup = function () {};

const plain = Object.create(base, {});

function run() {
  special.init();
}

run();
plain.setup();
