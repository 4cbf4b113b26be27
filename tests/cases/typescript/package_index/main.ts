import { parse } from './parser';
import { parse as deep } from './parser/deep';

export function run() {
  parse();
  deep();
}
