def old():
    pass


def new():
    pass


def outer():
    f = old

    def change():
        nonlocal f
        f = new

    f()
    change()
    f()


outer()
