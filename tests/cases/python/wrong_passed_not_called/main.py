def work():
    pass


def keep(f):
    return f


def drop(f, g):
    g()


def used():
    pass


keep(work)
drop(work, used)
