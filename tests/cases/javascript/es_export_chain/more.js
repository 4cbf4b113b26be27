import { wash } from './text.js';
export { wash as scrub };
