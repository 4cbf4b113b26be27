import { Cart } from './shop';

const Basket: typeof Cart = Cart;
type Alias = Cart;

export function run(cart: Alias) {
  new Basket().total();
  cart.total();
}

export function typed(kind: typeof Cart, cart: InstanceType<typeof Cart>) {
  new kind().total();
  cart.total();
}
