class Broken(RuntimeError):
    def report(self):
        pass


def work():
    raise Broken()
