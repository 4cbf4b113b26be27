def start():
    pass


def stop():
    pass


COMMANDS = {"start": start, "stop": stop}
STEPS = [start]


def run(name):
    COMMANDS["start"]()
    COMMANDS[name]()
    COMMANDS.get(name)()
    for step in STEPS:
        step()
