function Animal() {
  this.prepare();
}
Animal.prototype.prepare = function () {};
Animal.prototype.speak = function () {
  this.sound();
};
Animal.prototype.sound = function () {};

function Dog() {
  Animal.call(this);
}
Dog.prototype = Object.create(Animal.prototype);
Dog.prototype.prepare = function () {};
Dog.prototype.sound = function () {};

new Dog().speak();

function Made() {}
Made.prototype.speak = function () {
  this.sound();
};
Made.prototype.sound = function () {};

function Below() {}
Below.prototype = Object.create(Made.prototype);
Below.prototype.sound = function () {};

new Made();
new Below().speak();

const base = {
  speak() {
    this.sound();
  },
  sound() {},
};
const below = Object.create(base);
below.sound = function () {};
below.speak();
