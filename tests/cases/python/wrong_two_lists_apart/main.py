def first():
    pass


def second():
    pass


def run_first():
    steps = []
    steps.append(first)
    for step in steps:
        step()


def run_second():
    steps = []
    steps.append(second)
    for step in steps:
        step()


run_first()
run_second()
