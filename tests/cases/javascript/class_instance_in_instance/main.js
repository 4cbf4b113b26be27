class Engine {
  constructor() {
    this.pump = new Pump();
  }
}

class Pump {
  prime() {}
}

class Car {
  constructor(engine) {
    this.engine = engine;
  }

  start() {
    this.engine.pump.prime();
  }
}

const car = new Car(new Engine());
car.start();
car.engine.pump.prime();
