def identity(f):
    return f


def first():
    pass


def second():
    pass


def run_first():
    identity(first)()


def run_second():
    identity(second)()


run_first()
run_second()
