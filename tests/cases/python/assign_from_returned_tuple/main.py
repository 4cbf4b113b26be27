def first():
    pass


def second():
    pass


def pair():
    return first, second


def run():
    a, b = pair()
    b()


run()
