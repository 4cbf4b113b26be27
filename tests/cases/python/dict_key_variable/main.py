def start():
    pass


def stop():
    pass


COMMANDS = {"start": start, "stop": stop}


def run():
    key = "start"
    COMMANDS[key]()


run()
