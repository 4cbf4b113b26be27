from functools import partial


def traced(function=None, *, name=""):
    def wrap(wrapped):
        def inner():
            return wrapped()

        return inner

    if function is None:
        return wrap
    return wrap(function)


def shown(cls=None, *, angular=None):
    def replace(cls, angular=None):
        cls.angular = angular
        return cls

    if cls is None:
        return partial(replace, angular=angular)
    return replace(cls, angular=angular)


@traced
def plain():
    pass


@traced(name="x")
def named():
    pass


@shown
class Style:
    def __init__(self):
        pass


@shown(angular=True)
class Segment:
    def __init__(self):
        pass


plain()
named()
Style()
Segment()
