def double(x):
    return x * 2


def even(x):
    return x % 2 == 0


def stranger(x):
    return x


def run():
    return list(map(double, filter(even, [1, 2])))


run()
