class Animal {
  name(): this {
    return this;
  }

  eat() {}
}

class Dog extends Animal {
  fetch(): this {
    return this;
  }

  eat() {}
}

function train(dog: Dog) {
  dog.name().fetch().name().eat();
}

train(new Dog());

interface Chain {
  add(): this;
}

interface LongChain extends Chain {
  end(): void;
}

interface OtherChain extends Chain {
  end(): void;
}

export function link(chain: LongChain) {
  chain.add().end();
}
