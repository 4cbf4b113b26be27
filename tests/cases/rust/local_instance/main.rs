mod shop;

use shop::Cart;

struct Basket;

impl Basket {
    fn total(&self) {}
}

fn run(flag: bool) {
    let cart = Cart::new();
    cart.total();
    let cart = Basket;
    cart.total();
    let cart: Cart = Default::default();
    cart.total();
    let chosen = if flag { Cart::new() } else { Cart { size: 1 } };
    chosen.total();
}
