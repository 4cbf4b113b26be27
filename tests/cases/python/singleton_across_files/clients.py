class Inner:
    def go(self):
        pass


class Client:
    def __init__(self):
        self.inner = Inner()

    def send(self):
        pass
