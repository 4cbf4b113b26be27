class Base {
  constructor(name) {
    this.name = name;
  }

  close() {}

  static make() {}
}

class Middle extends Base {}

class Leaf extends Middle {
  constructor() {
    super('leaf');
  }

  close() {
    super.close();
    [1].forEach(() => super.close());
  }

  static make() {
    super.make();
  }
}
