from collections import namedtuple


def f():
    pass


def g():
    pass


P = namedtuple("P", "fn gn")
p = P(fn=f, gn=g)
p.fn()
p[1]()
a, b = p
a()
