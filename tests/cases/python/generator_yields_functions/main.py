def first():
    pass


def second():
    pass


def third():
    pass


def steps():
    yield first
    yield second


def single():
    yield third


def run():
    for step in steps():
        step()


def run_next():
    next(single())()


run()
run_next()
