import legacy, { clean } from './legacy.cjs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const other = require('./other.cjs');

clean();
legacy.pad();
other();
