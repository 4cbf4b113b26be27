# An index that is a constant of another module, or of this one.
from places import SECOND

FIRST = 0


def a():
    pass


def b():
    pass


def c():
    pass


STEPS = [a, b, c]


def run():
    STEPS[FIRST]()


def other():
    STEPS[SECOND]()
