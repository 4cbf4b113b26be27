class Task {
  constructor(job) {
    this.job = job;
  }

  run() {
    return this.job();
  }
}

class Named extends Task {
  constructor(name, job) {
    super(job);
    this.name = name;
  }
}

function work() {}

new Named('a', work).run();
