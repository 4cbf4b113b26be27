import { Maker, make } from "./make";

interface Runner {
  run(): void;
}

interface Stranger {
  run(): void;
}

interface Definition {
  name: string;
}

interface Inner {
  def: Definition;
}

interface Schema<I extends Inner = Inner> {
  inner: I;
}

interface ListDefinition<T extends Runner = Runner> extends Definition {
  element: T;
}

interface ListInner<T extends Runner = Runner> extends Inner {
  def: ListDefinition<T>;
}

interface List<T extends Runner = Runner> extends Schema<ListInner<T>> {}

class Fast implements Runner {
  run() {}
}

class Other implements Stranger {
  run() {}
}

export const lists: Maker<List> = make("list", (list, def) => {
  def.element.run();
  list.inner.def.element.run();
});
