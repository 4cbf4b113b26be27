import sys


class Box:
    def __init__(self, **given):
        self.__dict__.update(given)

    def go(self):
        pass


def first():
    pass


def second():
    pass


def by_class():
    Box.__dict__["go"](Box())


def by_vars():
    vars(Box)["go"](Box())


def by_update():
    Box(first=first, second=second).first()


def by_store():
    box = Box()
    box.__dict__["third"] = second
    box.third()


def by_module():
    sys.modules[__name__].first()


def by_globals():
    globals().get("second")()


by_class()
by_vars()
by_update()
by_store()
by_module()
by_globals()
