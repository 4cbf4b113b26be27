from . import open


def total():
    open()
