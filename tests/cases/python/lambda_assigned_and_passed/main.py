def work():
    pass


def call(f):
    f()


def make():
    return lambda: work()


named = lambda: work()
named()
call(lambda: work())
make()()
