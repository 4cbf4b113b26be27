// What is named and not called is referred to: passed, stored, returned, in arrays and objects, as a component.
import external from 'external';
import { clean, pad } from './tools.js';
import handler from './handler.cjs';

class Panel {
  constructor(app) {
    this.onClose = this.close;
    app.connect(this.resize);
  }
  close() {}
  resize() {}
}

const table = {
  clean,
  list: [pad, Panel],
};

export function choose(flag) {
  external(handler, () => {});
  return flag ? clean : pad;
}

export function caller() {
  external(clean);
  return clean();
}

table.extra = choose;
