def first():
    pass


def second():
    pass


class Job:
    def __init__(self):
        self.action = first

    def use(self, action):
        self.action = action

    def reset(self):
        self.use(first)

    def start_again(self):
        self.reset()


def own():
    one = Job()
    other = Job()
    one.use(second)
    one.action()
    other.action()


def again():
    job = Job()
    job.use(second)
    job.start_again()
    job.action()


def later():
    job = Job()
    job.action()
    job.use(second)


own()
again()
later()
