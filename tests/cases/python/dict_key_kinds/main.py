from enum import Enum


class Colour(Enum):
    RED = 1
    BLUE = 2


class Dog:
    pass


class Cat:
    pass


def work():
    pass


def rest():
    pass


def by_none():
    {None: work, "x": rest}[None]()


def by_truth():
    {True: work, False: rest}[True]()


def by_pair():
    {("a", 1): work, ("a", 2): rest}["a", 1]()


def by_class():
    {Dog: work, Cat: rest}[Dog]()


def by_type():
    {int: work, str: rest}[int]()


def by_member():
    {Colour.RED: work, Colour.BLUE: rest}[Colour.RED]()


def by_any(colour):
    {Colour.RED: work, Colour.BLUE: rest}[colour]()


by_none()
by_truth()
by_pair()
by_class()
by_type()
by_member()
by_any(Colour.BLUE)
