class Cat {
  speak() {}
}

class Dog {
  speak() {}
}

class Fish {
  speak() {}
}

const pets = [new Cat(), new Dog()];

function chorus() {
  for (const pet of pets) pet.speak();
  pets.forEach((pet) => pet.speak());
}

chorus();
