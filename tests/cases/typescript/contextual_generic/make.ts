export interface Maker<T> {
  made: T;
}

declare const native: any;

export function make<T>(name: string, init: (shape: T) => void): Maker<T> {
  return native.make(name, init);
}

export function each<T>(value: T, visit: (value: T) => void) {
  visit(value);
}
