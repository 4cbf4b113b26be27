import { EventEmitter } from 'events';

interface Named {
  name(): string;
}

class Base {
  open() {}
}

class Both extends Base implements Named {
  name() {
    this.open();
    return '';
  }
}

class Emitter extends EventEmitter implements Named {
  name() {
    this.emit('named');
    return '';
  }
}
