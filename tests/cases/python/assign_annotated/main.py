from typing import Callable


def work():
    pass


handler: Callable[[], None] = work


def run():
    handler()


run()
