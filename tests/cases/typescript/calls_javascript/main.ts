import { legacy } from './legacy.js';
import { Widget } from './widget';

export function run() {
  legacy();
  new Widget().draw();
}

export function helper() {}
