def work():
    pass


class Job:
    action = None

    def go(self):
        self.action()


job = Job()
job.action = work
job.go()
