const start = Symbol('start');
const stop = Symbol('stop');

const machine = {
  [start]() {},
  [stop]: () => {},
};

machine[start]();
machine[stop]();

const other = {};
other[start] = function () {};
other[stop] = function () {};
other[stop]();
