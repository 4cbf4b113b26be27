from enum import Enum


class Colour(Enum):
    RED = "red"

    def hex(self):
        pass


def by_name():
    Colour.RED.hex()


def by_value():
    Colour("red").hex()


def each():
    for colour in Colour:
        colour.hex()
