def first():
    pass


def second():
    pass


class Job:
    def __init__(self, action):
        self.action = action


def change(job):
    job.action = second


def given_away():
    job = Job(first)
    change(job)
    job.action()


def under_two_names():
    job = Job(first)
    same = job
    same.action = second
    job.action()


def in_a_loop():
    job = Job(first)
    for _ in range(2):
        job.action()
        job.action = second


def used_inside():
    job = Job(first)

    def set_it():
        job.action = second

    set_it()
    job.action()
