const lib = require('./lib');

const go = lib.go;
lib.go = function patched() {
  go();
};
lib.go();
lib.stop();

class Job {
  work() {}
}

const job = new Job();
const work = job.work.bind(job);
job.work = () => work();
job.work();
