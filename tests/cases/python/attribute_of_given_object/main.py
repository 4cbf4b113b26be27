def plain():
    pass


def special():
    pass


class Job:
    def __init__(self):
        self.action = plain

    def done(self):
        pass

    def check(self):
        self.done()


def prepared():
    job = Job()
    job.action = special
    return job


def run():
    job = prepared()
    job.action()
    job.done = True


run()
Job().check()
