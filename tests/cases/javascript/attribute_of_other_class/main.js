class Timer {
  constructor(callback) {
    this.callback = callback;
  }
}

class Form {
  constructor() {
    this.callback = null;
  }

  submit() {
    if (this.callback) this.callback();
  }
}

function tick() {}

new Timer(tick);
new Form().submit();
