class Animal {
  move() {}
}

const Flying = (Base) =>
  class extends Base {
    fly() {
      this.move();
    }
  };

const Singing = (Base) => class extends Base {
  sing() {}
};

class Bird extends Flying(Animal) {}
class Lark extends Singing(Flying(Animal)) {}

new Bird().fly();
new Lark().sing();
