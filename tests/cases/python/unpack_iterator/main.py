class Pair:
    def __iter__(self):
        yield work
        yield rest


def work():
    pass


def rest():
    pass


def run():
    first, second = Pair()
    first()


run()
