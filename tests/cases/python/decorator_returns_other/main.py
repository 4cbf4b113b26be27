def replacement():
    pass


def replaced(func):
    return replacement


@replaced
def work():
    pass


def run():
    work()


run()
