class Base:
    def __init__(self):
        self.prepare()

    def prepare(self):
        pass

    def clone(self):
        return type(self)()

    @classmethod
    def make(cls):
        return cls()

    def go(self):
        pass


class Sub(Base):
    def prepare(self):
        pass

    def go(self):
        pass


Sub.make().clone().go()
