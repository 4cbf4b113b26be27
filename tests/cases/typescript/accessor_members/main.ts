class Engine {
  start() {}
}

function check(value: number) {}

class Car {
  private gears = 0;
  accessor color = 'red';

  get engine(): Engine {
    return new Engine();
  }

  set gear(value: number) {
    check(value);
    this.gears = value;
  }
}

function drive(car: Car) {
  car.engine.start();
  car.gear = 2;
  car.color = 'blue';
}

drive(new Car());
