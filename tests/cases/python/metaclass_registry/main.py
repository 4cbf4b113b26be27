class Meta(type):
    classes = {}

    def __new__(mcs, name, bases, names):
        cls = super().__new__(mcs, name, bases, names)
        mcs.classes[name] = cls
        return cls


class Listing(type):
    found = []

    def __init__(cls, name, bases, names):
        super().__init__(name, bases, names)
        Listing.found.append(cls)


class Base(metaclass=Meta):
    def run(self):
        pass


class Child(Base):
    def run(self):
        pass


class First(metaclass=Listing):
    def go(self):
        pass


class Second(metaclass=Listing):
    def go(self):
        pass


def by_name():
    Meta.classes["Child"]().run()


def each():
    for cls in Listing.found:
        cls().go()


by_name()
each()
