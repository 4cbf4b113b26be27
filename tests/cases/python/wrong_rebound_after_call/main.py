def old():
    pass


def new():
    pass


def run():
    f = old
    f()
    f = new
    return f


run()
