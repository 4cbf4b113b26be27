class Low(Exception):
    def info(self):
        pass


class High(Exception):
    def info(self):
        pass


class Bare(Exception):
    def __init__(self):
        pass


def low():
    raise Low()


def high():
    try:
        low()
    except Low as error:
        raise High() from error


def hidden():
    try:
        low()
    except Low:
        raise High() from None


def of_class():
    try:
        low()
    except Low as error:
        raise Bare from error


def caught():
    try:
        high()
    except Exception as error:
        error.info()
        error.__cause__.info()


def caught_hidden():
    try:
        hidden()
    except Exception as error:
        error.info()


def caught_bare():
    try:
        of_class()
    except Bare:
        pass


caught()
caught_hidden()
caught_bare()
