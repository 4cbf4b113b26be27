import { load } from './store.js';

export function list(req, res) {
  res.json(load());
}
