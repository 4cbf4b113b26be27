def first():
    pass


def second():
    pass


def before():
    pass


PAIRS = [(before, first), (before, second)]


def run():
    for setup, step in PAIRS:
        step()


run()
