def fast():
    pass


class Job:
    def __init__(self, quick):
        if quick:
            self.step = fast

    def step(self):
        pass

    def run(self):
        self.step()
