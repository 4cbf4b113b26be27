def inner(g):
    g()


def outer(f, g):
    f(g)


def work():
    pass


outer(inner, work)
