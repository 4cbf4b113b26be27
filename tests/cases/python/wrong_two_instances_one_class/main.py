def work():
    pass


def rest():
    pass


class Job:
    def __init__(self, action):
        self.action = action


def run_work():
    Job(work).action()


def run_rest():
    Job(rest).action()


run_work()
run_rest()
