def f():
    pass


def g():
    pass


def h():
    pass


match (f, g, h):
    case (a, *mid, z):
        z()
        mid[0]()
