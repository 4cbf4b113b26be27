const Animal = require("./base");
const List = require("./list");

class Cat extends Animal {
  speak() {
    super.speak();
  }
}

class Queue extends List {
  constructor() {
    super();
    this.clear();
  }
}

new Cat().speak();
new Queue();
