class Base:
    known = {}

    def __init_subclass__(cls, key, hook):
        hook()
        Base.known[key] = cls


def hook():
    pass


class First(Base, key="first", hook=hook):
    def go(self):
        pass


class Second(Base, key="second", hook=hook):
    def go(self):
        pass


Base.known["first"]().go()
