def work():
    pass


def rest():
    pass


class Day:
    def __init__(self):
        self.action = work

    def go(self):
        self.action()


class Night:
    def __init__(self):
        self.action = rest

    def go(self):
        self.action()


Day().go()
Night().go()
