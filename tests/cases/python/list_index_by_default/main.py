def start():
    pass


def stop():
    pass


def rest():
    pass


STEPS = [start, stop, rest]


def by_place(index=0):
    STEPS[index]()


def by_keyword(*, index=2):
    STEPS[index]()


def counted():
    index = 0
    index += 1
    STEPS[index]()
    index -= 1
    STEPS[index]()


by_place()
by_place(1)
by_keyword()
by_keyword(index=0)
counted()
