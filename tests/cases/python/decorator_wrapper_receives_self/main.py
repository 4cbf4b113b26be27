# A wrapper that takes the object itself gets it as its first argument; so does a function that a class body names.
def logged(function):
    def wrapper(self, *args):
        self.log()
        return function(self, *args)

    return wrapper


def described(thing):
    return thing.name()


def plain(thing):
    thing.close()


class Job:
    describe = described

    def __init__(self):
        self.hook = plain

    def log(self):
        pass

    def name(self):
        pass

    @logged
    def run(self):
        pass

    def start(self, other):
        self.run()
        self.describe()
        self.hook(other)


class Other:
    def close(self):
        pass


Job().start(Other())
