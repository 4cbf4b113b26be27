class Base<T> {
  constructor(protected name: T) {}

  close(): void {}
}

class Leaf extends Base<string> {
  constructor() {
    super('leaf');
  }

  close(): void {
    super.close();
  }
}
