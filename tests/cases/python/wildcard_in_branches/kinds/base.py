def go():
    pass


def stay():
    pass


def rest():
    pass
