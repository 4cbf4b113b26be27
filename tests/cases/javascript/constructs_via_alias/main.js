import { Cart as Basket } from './shop.js';

const Alias = Basket;
const Local = class Inner {
  constructor() {
    new Inner();
  }
};

export function run() {
  new Basket().total();
  new Alias().total();
  new Local();
}
