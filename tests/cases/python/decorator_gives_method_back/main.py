codes = set()


def internal(function):
    codes.add(function.__code__)
    return function


class Loader:
    @internal
    def load(self, environment):
        self.find()
        environment.note()

    def find(self):
        pass


class Files(Loader):
    def find(self):
        pass


class Environment:
    def __init__(self, loader: Loader):
        self.loader = loader

    def run(self):
        self.loader.load(self)

    def note(self):
        pass
