from .core import boot


def start():
    boot()
