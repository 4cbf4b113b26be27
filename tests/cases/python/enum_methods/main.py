from enum import Enum


class Colour(Enum):
    RED = 1
    BLUE = 2

    def hex(self):
        return self.prefix()

    @classmethod
    def first(cls):
        return cls.RED

    def prefix(self):
        pass


def by_name():
    Colour["RED"].hex()


def by_method():
    Colour.first().hex()


def by_loop():
    for colour in Colour:
        colour.hex()


by_name()
by_method()
by_loop()
