import acme.core
from acme import start
from acme.sub.job import work


def main():
    start()
    work()
    acme.core.start()
