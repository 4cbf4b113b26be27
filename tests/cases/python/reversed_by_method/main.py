def step():
    pass


class Steps:
    def __init__(self):
        self.steps = [step]

    def __reversed__(self):
        return reversed(self.steps)


def run():
    for each in reversed(Steps()):
        each()


run()
