def old():
    pass


def new():
    pass


def make():
    table = {"go": old}
    table["go"] = new
    return table


def make_list():
    steps = [old, new]
    steps[0] = new
    return steps


def between():
    table = {"go": old}
    table["go"]()
    table["go"] = new


make()["go"]()
make_list()[0]()
between()
