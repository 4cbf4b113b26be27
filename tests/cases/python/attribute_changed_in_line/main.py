def first():
    pass


def second():
    pass


def third():
    pass


class Job:
    def __init__(self, action):
        self.action = action


class Space:
    pass


def as_made():
    job = Job(first)
    job.action()


def replaced():
    job = Job(first)
    job.action = second
    job.action()


def maybe_replaced(flag):
    other = Job(first)
    other.action = second
    if flag:
        other.action = third
    other.action()


def twice():
    space = Space()
    space.run = first
    space.run()
    space.run = second


def once():
    space = Space()
    space.run = third
    space.run()
