def apply(fn, value):
    return fn(value)


def double(x):
    return x * 2


def stranger(x):
    return x


def run():
    return apply(double, 2)
