interface Runner {
  run(): void;
}

interface FastRunner extends Runner {
  speed: number;
}

declare const load: any;

export function setup() {
  const fast: FastRunner = load();
  fast.run = function () {};
}

export function run(runner: Runner) {
  runner.run();
}

interface Engine {
  start(): void;
}

interface Car {
  engine: Engine;
}

interface Quiet {
  start(): void;
}

interface QuietCar extends Car {
  engine: Quiet;
}

interface Boat {
  engine: Loud;
}

interface Loud {
  start(): void;
}

export function fill(car: QuietCar, boat: Boat) {
  car.engine.start = () => {};
  boat.engine.start = () => {};
}

export function drive(car: Car) {
  car.engine.start();
}
