export * from './button';
export { default as Menu } from './menu';
export * as icons from './icons';
export { toggle as open } from './menu';
