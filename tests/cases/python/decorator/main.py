import functools


def logged(function):
    @functools.wraps(function)
    def wrapper():
        return function()

    return wrapper


def tagged(label):
    def decorate(function):
        return function

    return decorate


@logged
def work():
    pass


@tagged("slow")
def rest():
    pass


def run():
    work()
    rest()
