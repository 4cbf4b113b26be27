import { clean } from './tools/text.js';
import trim, { pad } from './tools/text.js';

export function run() {
  clean('a');
  trim('a');
  pad('a');
}
