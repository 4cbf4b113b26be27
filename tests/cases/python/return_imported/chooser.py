from tools import clean


def choose():
    return clean
