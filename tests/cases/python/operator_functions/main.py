import operator
from functools import reduce


class Sum:
    def __init__(self, number):
        self.number = number

    def __add__(self, other):
        return Sum(self.number + other.number)

    def __neg__(self):
        return Sum(-self.number)

    def __lt__(self, other):
        return self.number < other.number

    def __getitem__(self, place):
        return self.number

    def scaled(self, by):
        return by(self.number)

    def shown(self):
        return self.number


def double(number):
    return number * 2


class Kind(type):
    def __instancecheck__(cls, object):
        return hasattr(object, "quack")


class Duck(metaclass=Kind):
    pass


class Mallard:
    def quack(self):
        pass


def adds(sums):
    reduce(operator.add, sums).shown()


def negates():
    operator.neg(Sum(1)).shown()


def compares():
    return operator.lt(Sum(1), Sum(2))


def takes():
    return operator.itemgetter(0)(Sum(1))


def scales(one):
    return operator.methodcaller("scaled", double)(one)


def parts():
    method = Sum(1).shown
    method.__func__(Sum(2))
    method.__self__.scaled(double)


def quacks(bird):
    if isinstance(bird, Duck):
        bird.quack()


adds([Sum(1), Sum(2)])
negates()
compares()
takes()
scales(Sum(3))
parts()
quacks(Mallard())
