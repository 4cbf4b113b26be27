def old():
    pass


def new():
    pass


def branch(chosen):
    table = {"go": old}
    if chosen:
        table["go"] = new
    table["go"]()


def loop():
    table = {"go": old}
    for _ in range(2):
        table["go"]()
        table["go"] = new


def other():
    table = {"go": old}
    table["go"] = new
    table = {"go": old}
    table["go"]()


def in_loop():
    table = {"go": old}
    for _ in range(2):
        table["go"] = new
        table["go"]()


branch(True)
loop()
other()
in_loop()
