def start():
    pass


def stop():
    pass


def fallback():
    pass


COMMANDS = {"start": start, "stop": stop}


def known():
    COMMANDS.get("stop", fallback)()


def missing():
    COMMANDS.get("halt", fallback)()


def removed():
    commands = {"start": start}
    commands.pop("start")
    commands.get("start", fallback)()


def one_of(name):
    COMMANDS.get(name, fallback)()


known()
missing()
removed()
one_of("start")
one_of("stop")
