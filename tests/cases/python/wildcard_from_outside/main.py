from math import *

from tools import *


def run():
    clean()
    sqrt(2)
    len([])
