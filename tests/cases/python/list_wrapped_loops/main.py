def first():
    pass


def second():
    pass


def third():
    pass


def fourth():
    pass


def run():
    for step in reversed([first]):
        step()
    for index, step in enumerate([second]):
        step()
    for name, step in zip("a", [third]):
        step()
    for step in sorted([fourth], key=id):
        step()


run()
