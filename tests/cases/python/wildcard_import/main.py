from shapes import *
from colours import *


def run():
    circle()
    paint()
    _hidden()
