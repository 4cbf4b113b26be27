import shop
import shop.cart
from shop import stock


def run():
    shop.open()
    shop.cart.total()
    stock.count()
