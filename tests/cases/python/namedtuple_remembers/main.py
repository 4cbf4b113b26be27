from collections import namedtuple
from typing import NamedTuple


def first():
    pass


def second():
    pass


class Job(NamedTuple):
    name: str
    run: object


Task = namedtuple("Task", ["name", "run"])


def by_attribute():
    Job("one", first).run()


def by_name():
    job = Job("two", run=second)
    job.run()


def unpacked():
    name, run = Task("three", first)
    run()


def by_place():
    Task("four", second)[1]()


by_attribute()
by_name()
unpacked()
by_place()
