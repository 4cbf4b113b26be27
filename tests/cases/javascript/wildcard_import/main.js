import * as text from './text.js';
import * as path from 'path';

export function run() {
  text.clean();
  text.inner.pad();
  text.hidden();
  path.join('a', 'b');
}
