class Base {
  constructor() {
    this.ready = true;
  }
}

class First extends Base {}
class Second extends Base {}
class Plain {}

function each() {
  for (const Kind of [First, Second]) new Kind();
}

function either(first) {
  const Kind = first ? First : Second;
  return new Kind();
}

const TABLE = { first: First, second: Second, plain: Plain };

function byName(name) {
  return new TABLE[name]();
}

each();
either(true);
byName(process.argv[2]);
