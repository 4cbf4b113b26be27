class Cat {
  meow() {}
}

class Dog {
  bark() {}
}

async function cat() {
  return new Cat();
}

async function dog() {
  return new Dog();
}

async function run() {
  const [first, second] = await Promise.all([cat(), dog()]);
  first.meow();
  second.bark();
}

run();
