import prices
from . import cart


def show():
    cart.total(len)
    prices.price()
