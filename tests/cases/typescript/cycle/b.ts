import type { A } from './a';

export class B {
  constructor(private a: A) {}

  pong() {
    this.a.ping();
  }
}
