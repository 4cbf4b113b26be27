def apply(function):
    return function()


def work():
    pass


def other():
    pass
