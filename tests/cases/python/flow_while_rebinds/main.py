def first():
    pass


def second():
    pass


def run():
    f = first
    n = 2
    while n:
        f()
        f = second
        n -= 1


run()
