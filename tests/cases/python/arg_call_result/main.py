def work():
    pass


def make():
    return work


def call(f):
    f()


call(make())
