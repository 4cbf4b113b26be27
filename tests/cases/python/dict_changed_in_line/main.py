def old():
    pass


def new():
    pass


def updated():
    table = {"go": old}
    table.update({"go": new})
    table["go"]()


def keywords():
    table = dict(go=old)
    table.update(go=new, stop=old)
    table["go"]()


def deleted():
    table = {"go": old, "stop": new}
    del table["go"]
    for each in table.values():
        each()


def popped():
    table = {"go": old, "stop": new}
    table.pop("go")()
    for name, each in table.items():
        each()


def default():
    table = {"go": old}
    table.setdefault("go", new)
    table["go"]()


def copied():
    table = {"go": old}
    table.clear()
    table["go"] = new
    table.copy()["go"]()


updated()
keywords()
deleted()
popped()
default()
copied()
