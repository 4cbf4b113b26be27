class Left {
  go() {}
}

class Right {
  go() {}
}

type Pair = readonly [Left, Right];

function both(pair: Pair) {
  pair[0].go();
}

function second([, right]: Pair) {
  right.go();
}

function state(): [Left, () => void] {
  return [new Left(), reset];
}

function reset() {}

const [left, clear] = state();
clear();
both([left, new Right()]);
second([left, new Right()]);
