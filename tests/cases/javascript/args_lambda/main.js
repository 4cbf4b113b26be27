function twice(fn) {
  fn();
  fn();
}

function log() {}

function run() {
  twice(() => log());
  twice(function () {
    log();
  });
}

run();
