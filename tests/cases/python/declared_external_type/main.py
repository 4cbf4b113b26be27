import logging


class Loud(logging.Handler):
    def emit(self, record):
        pass

    def shout(self):
        pass


def mark(cls: type):
    cls.marked = True
    return cls


class Plain:
    def __init__(self):
        pass


def send(handler: logging.Handler):
    handler.emit(None)


def made() -> logging.Handler:
    return Loud()


send(Loud())
made().shout()
Marked = mark(Plain)
Marked()
