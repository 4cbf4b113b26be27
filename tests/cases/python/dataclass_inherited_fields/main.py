from dataclasses import dataclass


def f():
    pass


def g():
    pass


@dataclass
class A:
    x: object


@dataclass
class B(A):
    y: object


b = B(f, g)
b.x()
b.y()
