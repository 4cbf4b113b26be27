import { Fast, Slow } from './engines';

interface Engine {
  go(): void;
}

const engine = process.env.FAST ? new Fast() : new Slow();
const typed: Engine = process.env.FAST ? new Fast() : new Slow();

export function run() {
  engine.go();
  typed.go();
}
