class Failure(Exception):
    def __init__(self):
        pass


def work():
    raise Failure


def run():
    try:
        work()
    except Failure:
        pass


run()
