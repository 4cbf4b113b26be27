function start() {}
function stop() {}

const options = { start: true, stop: 'start' };

function run(task) {
  start: for (const stop of [task]) {
    stop.start = options.stop;
    continue start;
  }
  return { start, 'stop': 1 };
}

run({});
