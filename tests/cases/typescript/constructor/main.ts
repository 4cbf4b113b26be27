class Plain {}

class Base {
  constructor(name: string);
  constructor(name: string, size?: number) {}
}

class Child extends Base {}

export function run() {
  new Plain();
  new Base('a');
  new Child('b');
}
