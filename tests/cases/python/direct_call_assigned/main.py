def inner():
    pass


def outer():
    return inner


def run():
    result = outer()
    result()


run()
