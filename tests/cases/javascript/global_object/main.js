globalThis.shared = function () {};

function setup() {
  shared();
}

setup();
shared();
