class Plain:
    pass


class Base:
    def __init__(self, name):
        self.name = name


class Child(Base):
    pass


class Single:
    def __new__(cls):
        return object.__new__(cls)


def run():
    Plain()
    Base("a")
    Child("b")
    Single()
