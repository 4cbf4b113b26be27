class Plain {}

class Base {
  constructor() {
    this.setUp();
  }

  setUp() {}
}

class Child extends Base {}

function run() {
  new Plain();
  new Base();
  new Child();
  new Plain;
}
