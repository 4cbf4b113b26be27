def start():
    pass


def stop():
    pass


COMMANDS = {"start": start, "stop": stop}


def by_items():
    for name, command in COMMANDS.items():
        command()


def by_values():
    for command in COMMANDS.values():
        command()


def by_keys():
    for name in COMMANDS:
        COMMANDS[name]()


by_items()
by_values()
by_keys()
