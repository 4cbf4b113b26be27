def first():
    pass


def second():
    pass


def third():
    pass


def choose(n):
    if n == 1:
        return first
    elif n == 2:
        return second
    return third


def run(n):
    choose(n)()


run(1)
run(2)
run(3)
