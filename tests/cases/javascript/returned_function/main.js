import { choose } from './factory.js';

function make() {
  return function inner() {};
}

function run() {
  make()();
  const step = choose(true);
  step();
}
