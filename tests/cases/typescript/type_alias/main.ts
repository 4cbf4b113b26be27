import type { Handler, Maybe, Options, Plain } from './types';

export function run(maybe: Maybe, plain: Plain) {
  maybe.put();
  plain.put();
}

export function object(options: Options, handler: Handler) {
  options.store.put();
  options.close();
  handler();
}
