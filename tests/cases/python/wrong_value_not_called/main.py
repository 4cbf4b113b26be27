def work():
    pass


def other():
    pass


def run():
    f = work
    print(f, other)
    return f is other


run()
