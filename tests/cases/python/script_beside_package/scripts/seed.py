import helper
from shop.cart import total


def main():
    total()
    helper.connect()
