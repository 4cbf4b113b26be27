from dataclasses import dataclass
from typing import Callable


def work():
    pass


def done():
    pass


@dataclass
class Job:
    action: Callable[[], None]
    after: Callable[[], None] = done

    def run(self):
        self.action()
        self.after()


Job(work).run()
