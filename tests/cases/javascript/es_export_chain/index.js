export { clean as tidy } from './text.js';
export * from './more.js';
export * as text from './text.js';
