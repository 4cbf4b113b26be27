class Cat {
  speak() {}
}

class Dog {
  speak() {}
}

class Cow {
  speak() {}
}

function hear(pet: Cat | Dog | null) {
  pet?.speak();
}

hear(new Cat());
