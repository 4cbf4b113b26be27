def first():
    pass


def second():
    pass


def third():
    pass


step = first


def run():
    step()


def through():
    run()


run()
step = second
through()
step = third
