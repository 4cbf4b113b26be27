from functools import reduce


def add(a, b):
    return a + b


def run():
    reduce(add, [1, 2])
    reduce(lambda a, b: add(a, b), [1, 2])


run()
