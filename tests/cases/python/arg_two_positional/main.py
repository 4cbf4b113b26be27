def first():
    pass


def second():
    pass


def take_first(a, b):
    a()


def take_second(a, b):
    b()


take_first(first, second)
take_second(first, second)
