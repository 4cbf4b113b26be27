import type { Engine } from './engine';
import { type Car, build } from './car';

export function start(engine: Engine, car: Car) {
  engine.start();
  car.drive();
}

start(build().engine, build());
