def work():
    pass


def call(f):
    f()


def outer(g):
    call(lambda: g())


outer(work)
