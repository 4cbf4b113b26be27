def work():
    pass


def outer():
    f = work

    def inner():
        f()

    inner()


outer()
