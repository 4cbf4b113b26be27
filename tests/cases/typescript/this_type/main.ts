interface Shape {
  name: string;
  draw(): void;
  scale(by: number): void;
}

interface Round extends Shape {
  roll(): void;
}

type Members<T> = { [K in keyof T]?: T[K] } & ThisType<T>;

declare function make<T>(name: string, members: Members<T>): T;

function tagged<T>(extra: string[], members: Members<T>): Members<T> {
  return members;
}

const shape = make<Shape>('shape', {
  draw() {
    this.scale(2);
  },
  scale(by) {},
});

const round: Round = make('round', tagged<Round>([], {
  roll() {
    this.draw();
    stranger();
  },
}));

interface Options<M> {
  methods: M & ThisType<M & Shape>;
}

declare function component<M>(options: Options<M>): void;

component({
  methods: {
    first() {
      this.second();
    },
    second() {},
  },
});

export function use(one: Round) {
  one.roll();
  one.draw();
}

function stranger() {
  const other = { draw() {}, scale() {} };
  return other;
}
