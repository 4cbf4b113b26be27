def first():
    pass


def second():
    pass


def third():
    pass


def run(one, number, two, three):
    one()
    two()
    three()


PAIR = (first, 1)
run(*PAIR, *[second, third])
run(*PAIR, second, *[third])
