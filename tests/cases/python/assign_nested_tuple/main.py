def first():
    pass


def second():
    pass


def third():
    pass


def run():
    a, (b, c) = first, (second, third)
    c()


run()
