class Store:
    def __new__(cls, path):
        made = super().__new__(cls)
        made.prepare()
        return made

    def __init__(self, path):
        self.path = path

    def prepare(self):
        pass


Store("here")
