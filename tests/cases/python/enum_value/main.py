from enum import Enum
from functools import partial


def f():
    pass


class Op(Enum):
    A = partial(f)


Op.A.value()
