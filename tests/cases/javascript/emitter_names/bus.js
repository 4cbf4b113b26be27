const EventEmitter = require('events');

class Bus {
  constructor() {
    this.events = new EventEmitter();
  }

  listen(name, listener) {
    this.events.on(name, listener);
  }

  tell(name) {
    this.events.emit(name);
  }

  stop() {
    this.events.emit('stop');
  }
}

module.exports = { Bus };
