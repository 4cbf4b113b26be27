def work():
    pass


def other():
    pass


def run():
    globals()["work"]()


run()
