import { Cart } from './shop.js';

class Basket {
  total() {}
}

export function run() {
  let cart = new Cart();
  cart.total();
  cart = new Basket();
  cart.total();
}
