from typing import Protocol


class Runner(Protocol):
    def run(self): ...


class Fast:
    def run(self):
        pass


class Slow:
    def run(self):
        pass


def start(runner: Runner):
    runner.run()


start(Fast())
start(Slow())
