const START = 'start';
const STOP = 'st' + 'op';

const machine = {
  [START]() {},
  stop() {},
  ['pause']: () => {},
};

machine[START]();
machine.start();
machine['pause']();
machine[STOP]();
