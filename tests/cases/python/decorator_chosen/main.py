def a(f):
    return f


def b(f):
    def w():
        return f()

    return w


deco = b if True else a


@deco
def g():
    pass


g()
