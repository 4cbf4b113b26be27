const codes = Object.freeze({
  parse() {},
});

const sealed = Object.seal({ check: () => {} });

function run() {
  codes.parse();
  sealed.check();
}

run();
