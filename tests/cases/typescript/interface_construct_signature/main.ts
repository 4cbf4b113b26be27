interface Maker<T> {
  new (size: number): T;
  (text: string): T;
}

function define<T>(initializer: (made: T) => void): Maker<T> {
  function construct(this: any, size: number) {
    initializer(this);
    return this;
  }
  return construct as any;
}

interface Box {
  open(): void;
}

const Box: Maker<Box> = define((made) => {
  made.open = () => {};
});

function make() {
  return new Box(1);
}

function parse() {
  return Box('a');
}

function makeAny(Class: Maker<Box>) {
  return new Class(2);
}

makeAny(Box);
make().open();
