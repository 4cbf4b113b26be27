def traced(func=None, *, level=0):
    def decorate(function):
        def wrapper():
            return function()

        return wrapper

    if func is not None:
        return decorate(func)
    return decorate


@traced
def first():
    pass


@traced(level=2)
def second():
    pass


def run_first():
    first()


def run_second():
    second()


run_first()
run_second()
