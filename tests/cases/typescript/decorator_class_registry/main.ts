interface Job {
  run(): void;
}

const jobs: Array<new () => Job> = [];

function job(target: new () => Job) {
  jobs.push(target);
}

@job
class Backup implements Job {
  run() {}
}

class Idle {
  run() {}
}

function runAll() {
  for (const type of jobs) new type().run();
}

runAll();
