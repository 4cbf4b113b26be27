def inner(f):
    f()


def middle(g):
    inner(g)


def outer(h):
    middle(h)


def work():
    pass


outer(work)
