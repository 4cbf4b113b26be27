class Fish {
  swim() {}
  move() {}
}

class Bird {
  fly() {}
  move() {}
}

function isFish(pet: unknown): pet is Fish {
  return pet instanceof Fish;
}

function go(pet: Fish | Bird) {
  if (isFish(pet)) pet.move();
}

function leave(pet: unknown) {
  if (pet instanceof Bird) pet.move();
}

go(new Fish());
leave(new Bird());
