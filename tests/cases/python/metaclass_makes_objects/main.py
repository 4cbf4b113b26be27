from abc import ABCMeta

from closed import Closed


class Counting(ABCMeta):
    def __call__(cls, *given):
        return super().__call__(*given)


class Limited(Counting):
    def __call__(cls, *given):
        return super().__call__(*given)


class Session(metaclass=Closed):
    def __init__(self, name):
        self.name = name

    def end(self):
        pass


class Counted(metaclass=Limited):
    def __init__(self, name):
        self.name = name

    def count(self):
        pass


def run():
    Session.create("a").end()
    Counted("b").count()


run()
