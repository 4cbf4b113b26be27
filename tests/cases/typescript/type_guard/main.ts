import { isBird, isNamed, isOld } from "./guards";

export class Fish {
  swim() {}
  move() {}
  name() {}
}

export class Bird {
  fly() {}
  move() {}
  name() {}
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

function ask(pet: any) {
  return isBird(pet) ? pet.move() : pet.swim();
}

function call(pet: any) {
  if (isNamed(pet)) pet.name();
}

function meet(pet: unknown) {
  if (isNamed(pet)) pet.name();
}

function age(limit: any) {
  if (isOld(limit, new Bird())) limit.move();
  if (isOld(limit)) limit.move();
}

go(new Fish());
leave(new Bird());
ask(new Fish());
ask(new Bird());
call(new Fish());
age(new Fish());
