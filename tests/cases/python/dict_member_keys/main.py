from enum import Enum


class State(Enum):
    IDLE = 1
    BUSY = 2
    GONE = 3


def idle():
    return State.BUSY


def busy():
    return State.IDLE


def gone():
    pass


TABLE = {State.IDLE: idle, State.BUSY: busy, State.GONE: gone}


class Machine:
    def __init__(self):
        self.state = State.IDLE

    def step(self):
        self.state = TABLE[self.state]()


def passed(state):
    TABLE[state]()


machine = Machine()
machine.step()
machine.step()
passed(State.GONE)
