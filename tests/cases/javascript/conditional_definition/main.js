import { fast, slow } from './engines.js';

let engine = slow;
if (navigator.gpu) {
  engine = fast;
}

let chosen;
if (navigator.gpu) {
  chosen = fast;
} else {
  chosen = slow;
}

const either = navigator.gpu ? fast : slow;
const fallback = fast || slow;

export function run() {
  engine();
  chosen();
  either();
  fallback();
}
