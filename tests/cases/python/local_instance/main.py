from shop import Cart


class Basket:
    def total(self):
        pass


def run():
    cart = Cart()
    cart.total()
    cart = Basket()
    cart.total()
