import random


def first():
    pass


def second():
    pass


def queue():
    steps = [first, second]
    while steps:
        steps.pop(0)()


def branch():
    steps = [first, second]
    if random.random() > 0.5:
        steps.pop()
    steps[-1]()


def grow(steps):
    steps.insert(0, second)


def given():
    steps = [first]
    steps.append(first)
    grow(steps)
    steps[0]()


def closure():
    steps = [first]

    def add():
        steps.append(second)

    steps.append(first)
    add()
    for step in steps:
        step()


def twice(steps):
    steps.pop(0)()
    steps.pop(0)()


queue()
branch()
given()
closure()
twice([first, second])
