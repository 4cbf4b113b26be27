def first():
    pass


def second():
    pass


def run():
    steps = {first}
    steps.add(second)
    for step in frozenset(steps):
        step()


run()
