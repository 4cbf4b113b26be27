import functools


def traced(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs)

    return wrapper


@traced
def apply(action):
    action()


def work():
    pass


def run():
    apply(work)


run()
