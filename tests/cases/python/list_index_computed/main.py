def first():
    pass


def second():
    pass


STEPS = [first, second]
LAST = -1


def by_constant():
    STEPS[LAST]()


def by_sum():
    place = 0
    STEPS[place + 1]()


def by_unpacking():
    place, other = 0, 1
    STEPS[place]()


by_constant()
by_sum()
by_unpacking()
