import shop
from shop import start


def run():
    start()
    shop.start()
    shop.Cart()
