interface Strategy {
  pay(): void;
}

class Card implements Strategy {
  pay() {}
}

class Cash implements Strategy {
  pay() {}
}

class Checkout {
  constructor(private strategy: Strategy) {}

  use(strategy: Strategy) {
    this.strategy = strategy;
  }

  run() {
    this.strategy.pay();
  }
}

const checkout = new Checkout(new Card());
checkout.use(new Cash());
checkout.run();
