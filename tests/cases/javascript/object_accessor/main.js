function load() {}

const config = {
  get value() {
    return load();
  },
  set value(v) {
    load(v);
  },
};

Object.defineProperty(config, 'lazy', {
  get() {
    return load();
  },
});

config.value = 1;
config.value;
config.lazy;
