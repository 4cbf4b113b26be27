class Job:
    def __init__(self):
        pass

    def go(self):
        pass


def build(cls):
    return cls()


build(Job).go()
