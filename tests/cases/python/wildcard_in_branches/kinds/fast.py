def go():
    pass


def stay():
    pass
