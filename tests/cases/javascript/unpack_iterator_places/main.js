function work() { return 'work'; }
function rest() { return 'rest'; }

class Pair {
  *[Symbol.iterator]() {
    yield work;
    yield rest;
  }
}

class Chosen {
  constructor(first) { this.first = first; }
  *[Symbol.iterator]() {
    if (this.first) yield work;
    yield rest;
  }
}

function second() {
  const [go, end] = new Pair();
  return end();
}

function chosen(first) {
  const [go] = new Chosen(first);
  return go();
}

console.log(second(), chosen(true), chosen(false));
