class Base:
    reg = {}

    def __init_subclass__(cls):
        Base.reg[cls.__name__] = cls

    def go(self):
        pass


class A(Base):
    def go(self):
        pass


class B(Base):
    def go(self):
        pass


Base.reg["A"]().go()
