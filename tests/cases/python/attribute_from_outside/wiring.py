class App:
    def __init__(self):
        self.handler = None

    def start(self):
        self.handler()


class Other:
    def __init__(self):
        self.handler = Other
