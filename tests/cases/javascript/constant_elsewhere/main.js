const { SECOND } = require('./places');

function first() {}
function second() {}

[first, second][SECOND]();

const NAME = 'st' + 'art';

class Machine {
  [NAME]() {}
}

new Machine().start();
