const { Parser } = require('./parser');

function Local() {}
Local.prototype.go = function () {};

function make(Kind) {
  const made = new Kind();
  made.go();
}

function run(env) {
  return new env.Parser().parse();
}

make(Local);
run({ Parser });
