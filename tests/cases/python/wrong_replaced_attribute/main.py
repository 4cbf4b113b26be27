def first():
    pass


def second():
    pass


class Replaced:
    def __init__(self):
        self.step = first
        self.step = second

    def run(self):
        self.step()


class Seen:
    def __init__(self, again):
        self.step = first
        self.run()
        self.step = second
        if not again:
            return
        self.step = first

    def run(self):
        self.step()


Replaced().run()
Seen(False)
