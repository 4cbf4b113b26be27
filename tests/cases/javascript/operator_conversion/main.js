class Money {
  valueOf() {
    return 1;
  }
  toString() {
    return "1";
  }
}

class Name {
  toString() {
    return "n";
  }
}

const exact = {
  [Symbol.toPrimitive](hint) {
    return 1;
  },
  valueOf() {
    return 2;
  },
};

new Money() < 2;
"a" + new Name();
-exact;

function show(text) {
  return "a" + text;
}

show("b");
