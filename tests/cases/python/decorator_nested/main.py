def outer(func):
    def outer_wrapper():
        return func()

    return outer_wrapper


def inner(func):
    def inner_wrapper():
        return func()

    return inner_wrapper


@outer
@inner
def work():
    pass


work()
