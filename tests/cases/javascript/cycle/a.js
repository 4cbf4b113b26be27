import { pong } from './b.js';
import * as b from './b.js';

export function ping() {
  pong();
  b.back();
}

export function done() {}
