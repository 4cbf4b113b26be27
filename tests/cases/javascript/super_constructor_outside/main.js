const { EventEmitter } = require('events');

class Failure extends Error {
  constructor(message) {
    super(message);
  }
}

class Plain {}

class Derived extends Plain {
  constructor() {
    super();
  }
}

class Channel extends EventEmitter {}

class Wire extends Channel {
  constructor() {
    super();
  }
}

new Failure('no');
new Derived();
new Wire();
