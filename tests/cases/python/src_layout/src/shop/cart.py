from shop.price import net


def total():
    net()
