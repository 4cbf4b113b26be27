class Config:
    def __init__(self):
        self.values = 1

    @classmethod
    def load(cls):
        return cls()

    @classmethod
    def default(cls):
        return cls.load().check()

    def check(self):
        return self.load()


def run():
    Config.default()
