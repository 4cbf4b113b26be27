const first = {
  get() {
    return this.name();
  },
  name() {},
};

const second = { name() {} };
second.get = first.get;

const third = { name() {}, get: first.get };

const bound = { name() {}, get: first.get.bind(first) };

second.get();
third.get();
bound.get();

const base = {
  greet() {
    return this.word();
  },
  word() {},
};

const derived = {
  __proto__: base,
  greet() {
    return super.greet();
  },
  word() {
    return super.word();
  },
};

derived.greet();
