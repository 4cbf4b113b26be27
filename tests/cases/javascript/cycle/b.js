import { ping, done } from './a.js';

export function pong() {
  ping();
}

export function back() {
  done();
}
