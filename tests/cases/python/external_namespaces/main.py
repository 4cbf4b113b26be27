import argparse
import weakref
from types import SimpleNamespace


class Job:
    def start(self):
        pass


def add(options):
    pass


def remove(options):
    pass


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    commands.add_parser("add").set_defaults(run=add)
    options = parser.parse_args()
    options.run(options)


def spaced():
    space = SimpleNamespace(go=remove)
    space.go(space)


def weak(job):
    weakref.ref(job)().start()


main()
spaced()
weak(Job())
