from ..core import start


def work():
    start()
