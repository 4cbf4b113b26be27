def old():
    pass


def new():
    pass


def run():
    commands = {"go": old}
    commands["go"] = new
    commands["go"]()


run()
