def first():
    pass


def second():
    pass


def third():
    pass


def fourth():
    pass


def run():
    steps = []
    steps.append(first)
    steps.insert(0, second)
    steps.extend([third, fourth])
    for step in steps:
        step()


run()
