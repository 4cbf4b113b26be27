class Parent {
  handler = this.make();
  again = () => this.make();

  make() {
    return () => {};
  }

  get size() {
    return this.measure();
  }

  measure() {}

  fire() {
    this.handler();
  }
}

class Child extends Parent {
  make() {
    return function made() {};
  }

  get size() {
    return super.size;
  }

  measure() {}
}

function run() {
  const child = new Child();
  child.fire();
  child.again();
  return child.size;
}

class Base {
  ready = this.start();
  start() {}
}

class Derived extends Base {
  start() {}
}

run();
new Base();
new Derived();
