const defaults = {
  open() {},
  close() {},
};

const custom = {
  ...defaults,
  close() {},
};

const merged = Object.assign({}, defaults, { extra() {} });

custom.open();
custom.close();
merged.open();
merged.extra();
