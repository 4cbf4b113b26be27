class Options:
    def __init__(self, meta):
        self.meta = meta

    def contribute(self, cls, name):
        cls.options = self

    def field(self, name):
        pass


class Manager:
    def all(self):
        pass
