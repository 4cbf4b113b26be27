def rest():
    pass


def _hidden():
    pass
