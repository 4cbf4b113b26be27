export * from './one.js';
export { two as renamed } from './two.js';
export * as shapes from './shapes.js';
export { default } from './two.js';
import { three } from './two.js';
export { three };
