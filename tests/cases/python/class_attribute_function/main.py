def work(*args):
    pass


class Job:
    action = work

    def go(self):
        self.action()


Job.action()
Job().go()
