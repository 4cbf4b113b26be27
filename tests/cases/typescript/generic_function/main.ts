class Cat {
  meow() {}
}

class Dog {
  bark() {}
}

function id<T>(x: T): T {
  return x;
}

function first<T>(items: T[]): T {
  return items[0];
}

function make<T>(type: new () => T): T {
  return new type();
}

id(new Cat()).meow();
id<Dog>(new Dog()).bark();
first([new Cat()]).meow();
make(Dog).bark();
