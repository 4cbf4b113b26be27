const lib = require('./lib');

function first() {
  lib.alpha();
}

function second() {
  lib.beta();
}

function third() {
  lib.gamma();
}
