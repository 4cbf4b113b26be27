import b
from b import pong


def ping():
    pong()
    b.back()


def done():
    pass
