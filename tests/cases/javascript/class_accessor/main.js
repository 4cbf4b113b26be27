function check() {}

class Temperature {
  #celsius = 0;

  get celsius() {
    return this.#celsius;
  }

  set celsius(value) {
    check(value);
    this.#celsius = value;
  }

  static get zero() { return new Temperature(); }
}

function run() {
  const t = Temperature.zero;
  t.celsius = 5;
  return t.celsius;
}

function write(t) {
  t.celsius = 1;
}

run();
write(new Temperature());
