def first():
    pass


def second():
    pass


def run():
    table = {}
    table.setdefault("a", first)()
    table["b"] = second
    table.pop("b")()


run()
