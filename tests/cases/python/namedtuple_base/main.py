from collections import namedtuple


def f():
    pass


class P(namedtuple("P", "fn")):
    def run(self):
        self.fn()


P(f).run()
