def first():
    pass


def second():
    pass


def third():
    pass


def ends():
    a, *b, c = first, second, third
    c()


def middle():
    a, *b, c = [first, second, third]
    b[0]()


def of_list(steps):
    *before, last = steps
    last()


ends()
middle()
of_list([first, third])
