def compose(f, g):
    def both():
        f()
        g()

    return both


def one():
    pass


def two():
    pass


def run():
    compose(one, two)()


run()
