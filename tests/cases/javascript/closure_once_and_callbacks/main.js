function once(fn) {
  return () => {
    const run = fn;
    fn = noop;
    return run();
  };
}

function noop() {}
function boot() {}

const start = once(boot);
start();
start();
