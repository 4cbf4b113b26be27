class P:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


def f():
    pass


def h():
    pass


match P(f, h):
    case P(a, b):
        b()
