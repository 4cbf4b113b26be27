class Clock {
  constructor() {
    this.tick = this.tick.bind(this);
  }

  start(schedule) {
    schedule(this.tick);
    schedule(this.stop.bind(this));
  }

  tick() {
    this.show();
  }

  stop() {
    this.show();
  }

  show() {}
}

function now(callback) {
  callback();
}

new Clock().start(now);
