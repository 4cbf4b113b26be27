const state = new WeakMap();

class Engine {
  start() {}
}

class Car {
  constructor() {
    state.set(this, { engine: new Engine() });
  }

  drive() {
    state.get(this).engine.start();
  }
}

new Car().drive();
