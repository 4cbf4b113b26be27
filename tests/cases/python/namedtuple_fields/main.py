from typing import NamedTuple


def work():
    pass


class Task(NamedTuple):
    name: str
    action: object

    def start(self):
        self.action()


def run():
    task = Task("a", work)
    task.start()
    name, action = task
    action()


run()
