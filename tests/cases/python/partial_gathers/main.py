from functools import partial


def run(*actions):
    for action in actions:
        action()


def first():
    pass


def second():
    pass


partial(run, first)(second)
