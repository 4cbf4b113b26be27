import { Cart } from './shop';

class Basket {
  total() {}
}

export function run() {
  let cart = new Cart<number>();
  cart.total();
  const typed: Basket = make();
  typed.total();
  const cast = make() as Basket;
  cast.total();
  const checked = new Basket() satisfies object;
  checked.total();
}

declare function make(): any;
