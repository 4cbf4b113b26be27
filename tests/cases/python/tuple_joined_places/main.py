def start():
    pass


def stop():
    pass


def rest():
    pass


def run():
    steps = (start,)
    steps += (stop,)
    steps[1]()


def both():
    steps = (start, None) + (stop, rest)
    steps[3]()


run()
both()
