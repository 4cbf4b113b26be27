from functools import partial


def apply(f, x):
    f(x)


def work(x):
    pass


def run():
    ready = partial(apply, work)
    ready(1)


run()
