def passed():
    pass


def own():
    pass


def call(f):
    f = own
    f()


call(passed)
