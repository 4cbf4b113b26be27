import { clean as tidy, default as main } from './text.js';

function clean() {}

export function run() {
  tidy();
  main();
  clean();
}
