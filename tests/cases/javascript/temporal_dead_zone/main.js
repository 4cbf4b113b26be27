function task() {}
function other() {}

function run() {
  try {
    task();
  } catch (error) {
    return error.message;
  }
  let task = other;
  return task;
}

function later() {
  const go = () => step();
  const step = other;
  go();
}

function step() {}

run();
later();
