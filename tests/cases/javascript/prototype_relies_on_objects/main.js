const context = require("./context");

class Request {
  describe() {}
}

class App {
  constructor() {
    this.context = Object.create(context);
  }
  create() {
    const made = Object.create(this.context);
    made.request = new Request();
    return made;
  }
}

const app = new App();
app.create().show();

function run() {}
function stop() {}

const machine = Object.create({}, { run: { value: run } });
Object.defineProperties(machine, { stop: { value: stop, writable: true } });
machine.run();
machine.stop();
