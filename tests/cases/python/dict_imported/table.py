KEY = "stop"


def start():
    pass


def stop():
    pass


COMMANDS = {"start": start, "stop": stop}
