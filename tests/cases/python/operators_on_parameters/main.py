import numpy as np


class Vector:
    def __add__(self, other):
        return Sum()

    def __rmul__(self, number):
        return Scaled()


class Sum:
    def norm(self):
        pass


class Scaled:
    def norm(self):
        pass


class Other:
    def __add__(self, other):
        return Stranger()


class Stranger:
    def norm(self):
        pass


def add(left, right):
    return left + right


def use(left, right):
    total = left + right
    total.norm()


def scale(vector):
    (2 * vector).norm()


def error(wanted, given):
    return ((wanted - given) ** 2).mean()


add(Vector(), Vector()).norm()
add(Other(), Other())
use(Vector(), Vector())
scale(Vector())
error(np.ones(2), np.ones(2))
