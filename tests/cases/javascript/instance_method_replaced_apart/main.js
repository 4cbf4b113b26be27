class Job {
  run() {}
}

function mine() {}
function yours() {}

const plain = new Job();
const first = new Job();
const second = new Job();
first.run = mine;
second.run = yours;

function runFirst() {
  first.run();
}

runFirst();
plain.run();
