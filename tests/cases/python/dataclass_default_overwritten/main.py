from dataclasses import dataclass
from typing import Callable


def quiet():
    pass


def loud():
    pass


@dataclass
class Task:
    name: str
    report: Callable = quiet


class Job:
    report = None


Task("a", loud).report()
Task("b").report()
job = Job()
job.report = loud
job.report()
