def start():
    pass


def stop():
    pass


COMMANDS = {"start": start, "stop": stop}


def run():
    COMMANDS["stop"]()


run()
