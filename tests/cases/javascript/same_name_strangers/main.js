import { save } from './store.js';

export function run(record) {
  save();
  record.save();
  remove();
}
