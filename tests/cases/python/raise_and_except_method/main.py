class Failure(Exception):
    def __init__(self, text):
        pass

    def report(self):
        pass


class Other(Exception):
    def report(self):
        pass


def work():
    raise Failure("x")


def run():
    try:
        work()
    except Failure as error:
        error.report()


run()
