from shop.cart import total


def test_total():
    total()
