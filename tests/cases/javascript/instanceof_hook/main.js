class Even {
  static [Symbol.hasInstance](number) {
    return number % 2 === 0;
  }
}

class Below extends Even {}

class Plain {
  [Symbol.hasInstance]() {}
}

function test(value) {
  return value instanceof Even;
}

function testBelow(value) {
  return value instanceof Below;
}

function testPlain(value) {
  return value instanceof Plain;
}

test(1);
testBelow(2);
testPlain(3);
