def old():
    pass


def new():
    pass


class Job:
    def __init__(self):
        self.action = old
        self.action = new

    def go(self):
        self.action()


Job().go()
