import { B } from './b';

export class A {
  b = new B(this);

  ping() {
    this.b.pong();
  }
}
