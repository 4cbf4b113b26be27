class Base:
    def __init__(self, action):
        self.action = action
        self.setup()

    def setup(self):
        pass

    def run(self):
        self.action()


class Job(Base):
    def __init__(self, action):
        Base.__init__(self, action)

    def setup(self):
        pass


def work():
    pass


def stored(job, action):
    start = Job.__init__
    start(job, action)


Job(work).run()
