from functools import reduce


def compose(f, g):
    def both(x):
        return f(g(x))

    return both


def first(x):
    return x


def second(x):
    return x


def third(x):
    return x


reduce(compose, [first, second, third])(1)
