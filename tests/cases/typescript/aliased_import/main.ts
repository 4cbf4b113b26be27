import { Cart as Basket } from './shop';
import type { Cart as Typed } from './shop';

class Cart {
  total() {}
}

export function run(cart: Typed) {
  new Basket().total();
  cart.total();
  new Cart().total();
}
