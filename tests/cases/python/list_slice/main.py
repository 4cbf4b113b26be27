def first():
    pass


def second():
    pass


def third():
    pass


STEPS = [first, second, third]


def run():
    for step in STEPS[1:]:
        step()


run()
