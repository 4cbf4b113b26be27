def first():
    pass


def second():
    pass


def third():
    pass


STEPS = [first, second, third]


def run():
    STEPS[1]()


def run_last():
    STEPS[-1]()


run()
run_last()
