class Job:
    pass


def go(self):
    pass


Job.go = go
Job().go()
