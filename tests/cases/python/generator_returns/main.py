def work():
    pass


def rest():
    pass


def inner():
    yield work
    return rest


def outer():
    result = yield from inner()
    result()


def run():
    for each in inner():
        each()
    for each in outer():
        each()


run()
