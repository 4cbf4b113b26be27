def old():
    pass


def new():
    pass


def run():
    f = old
    f = new
    f()


run()
