class Walks {
  walk() {}
}
class Swims {
  swim() {}
}
class Duck {}

function apply(target, ...sources) {
  sources.forEach((source) => {
    Object.getOwnPropertyNames(source.prototype).forEach((name) => {
      if (name !== 'constructor') {
        Object.defineProperty(target.prototype, name, Object.getOwnPropertyDescriptor(source.prototype, name));
      }
    });
  });
}

apply(Duck, Walks, Swims);

const duck = new Duck();
duck.walk();
duck.swim();
