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
