def work():
    pass


def call(f):
    f()


def run():
    call(g := work)
    g()


run()
