class Money {
  toJSON() {
    return {};
  }

  toString() {
    return '';
  }
}

class Other {
  toString() {
    return '';
  }
}

function run() {
  const money = new Money();
  JSON.stringify(money);
  return `${money}`;
}

run();
