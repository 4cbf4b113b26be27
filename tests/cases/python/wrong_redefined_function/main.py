def work():
    old()


def work():
    new()


def old():
    pass


def new():
    pass


def run():
    work()


run()
