def start():
    pass


def stop():
    pass


def stranger():
    pass


COMMANDS = {"start": start, "stop": stop}
OTHERS = {"start": stranger}


def run(name):
    COMMANDS[name]()


run(input())
