def first():
    pass


def second():
    pass


def inner():
    yield first


def outer():
    yield from inner()
    yield from [second]


def run():
    for step in outer():
        step()


run()
