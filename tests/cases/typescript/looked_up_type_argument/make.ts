export interface Trait {
  inner: { def: unknown };
}

export interface Maker<T extends Trait, D = T["inner"]["def"]> {
  made: T;
  def: D;
}

declare const native: any;

export function make<T extends Trait, D = T["inner"]["def"]>(
  name: string,
  init: (made: T, def: D) => void
): Maker<T, D> {
  return native.make(name, init);
}
