const EventEmitter = require('events');

class Job extends EventEmitter {
  run() {
    this.prepare();
    this.emit('done', 1);
  }

  prepare() {}
}

function report() {}

const job = new Job();
job.on('done', report);
job.on('done', () => report());
job.run();
