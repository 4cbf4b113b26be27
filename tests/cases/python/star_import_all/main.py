from api import *


def run():
    visible()
    _listed()
    hidden()
    helper()
