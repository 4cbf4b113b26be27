def traced(func):
    def wrapper():
        return func()

    return wrapper


@traced
def first():
    pass


@traced
def second():
    pass


def plain():
    pass


first()
second()
