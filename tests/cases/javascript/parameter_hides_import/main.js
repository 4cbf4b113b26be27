import { save } from './store.js';

function other() {}

function first(save) {
  save();
}

function second() {
  var save = other;
  return () => save();
}

first(other);
second()();
save();
