class Emitter {
  constructor() {
    this.handlers = {};
  }

  on(name, handler) {
    (this.handlers[name] ||= []).push(handler);
    return this;
  }

  emit(name, value) {
    for (const handler of this.handlers[name] || []) handler(value);
  }
}

function opened() {}
function closed() {}

const bus = new Emitter();
bus.on('open', opened).on('close', closed);
bus.emit('open');
bus.emit('close');
