def work():
    pass


def hidden():
    pass


def outer():
    f = work

    def inner():
        f = hidden
        return f

    inner()
    f()


outer()
