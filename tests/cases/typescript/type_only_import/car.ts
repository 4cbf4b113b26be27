import { Engine } from './engine';

export class Car {
  engine = new Engine();
  drive() {}
}

export const build = (): Car => new Car();
