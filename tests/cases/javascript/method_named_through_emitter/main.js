import { Emitter } from './emit.js';
import { Runner } from './run.js';
new Runner().run(new Emitter().build('x'));
