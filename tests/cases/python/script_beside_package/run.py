from shop.cart import total


def main():
    total()
