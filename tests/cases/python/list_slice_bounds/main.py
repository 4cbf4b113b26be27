def first():
    pass


def second():
    pass


def third():
    pass


STEPS = [first, second, third]


def to():
    for step in STEPS[:1]:
        step()


def from_end():
    STEPS[-1:][0]()


def every_other():
    for step in STEPS[::2]:
        step()


def unknown(n):
    for step in STEPS[n:]:
        step()


def of_tuple():
    (first, second, third)[1:][0]()


def grown():
    steps = [first]
    steps.append(second)
    for step in steps[:1]:
        step()


to()
from_end()
every_other()
unknown(1)
of_tuple()
grown()
