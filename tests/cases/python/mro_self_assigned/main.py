def one():
    pass


def two():
    pass


class A:
    def __init__(self):
        self.action = one


class B:
    def __init__(self):
        self.action = two


class C(A, B):
    def go(self):
        self.action()


C().go()
