import first, { one, renamed, shapes, three } from './index.js';

export function run() {
  first();
  one();
  renamed();
  shapes.draw();
  three();
}
