def same(f):
    return f


def same_again(g):
    return same(g)


def work():
    pass


def run():
    same_again(work)()


run()
