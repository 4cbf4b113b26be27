def target(first, second=None):
    first()
    second()


def wrapper(*args, **kwargs):
    return target(*args, **kwargs)


def one():
    pass


def two():
    pass


wrapper(one, second=two)
