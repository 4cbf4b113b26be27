def fast():
    pass


class Job:
    def prepare(self):
        self.action = fast

    def go(self):
        self.action()


job = Job()
job.prepare()
job.go()
