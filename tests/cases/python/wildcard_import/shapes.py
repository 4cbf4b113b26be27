from base import origin


def circle():
    origin()


def paint():
    pass


def _hidden():
    pass
