import a
from a import done


def pong():
    a.ping()


def back():
    done()
