const util = require('node:util');

function Animal() {}
Animal.prototype.eat = function () {};

function Dog() {
  Animal.call(this);
}
Dog.prototype = Object.create(Animal.prototype);
Dog.prototype.constructor = Dog;
Dog.prototype.bark = function () {
  this.eat();
};

function Cat() {}
util.inherits(Cat, Animal);
Cat.prototype.purr = function () {};

const dog = new Dog();
dog.bark();
dog.eat();
const cat = new Cat();
cat.eat();
cat.purr();
