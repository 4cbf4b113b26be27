from contextlib import contextmanager


def work():
    pass


def setup():
    pass


def teardown():
    pass


@contextmanager
def managed():
    setup()
    try:
        yield work
    finally:
        teardown()


def run():
    with managed() as action:
        action()


run()
