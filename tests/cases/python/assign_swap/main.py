def first():
    pass


def second():
    pass


def run():
    a = first
    b = second
    a, b = b, a
    a()


run()
