import { parse } from './parser';
import { draw } from './shapes';

export function run() {
  parse();
  draw();
}
