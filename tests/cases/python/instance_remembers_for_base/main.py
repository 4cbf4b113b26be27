def work():
    pass


def rest():
    pass


class Job:
    def __init__(self, action, name=""):
        self.action = action


class Named(Job):
    def __init__(self, title, action):
        super().__init__(action, name=title)
        self.title = title


class Timed(Named):
    def __init__(self, action, clock):
        super().__init__("timed", action=action)
        self.clock = clock


def run_named():
    Named("a", work).action()


def run_timed():
    Timed(rest, work).action()


run_named()
run_timed()
