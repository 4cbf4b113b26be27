export * from './store';
export type { Thing as Item } from './item';
export { default as create } from './create';
import * as tools from './tools';
export { tools };
