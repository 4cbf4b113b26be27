def work():
    pass


def rest():
    pass


def do(action):
    action()


def undo(action):
    action()


do(work)
undo(rest)
