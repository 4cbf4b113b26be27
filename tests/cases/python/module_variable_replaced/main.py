import hooks


def other():
    pass


hooks.handler()
hooks.handler = other
hooks.handler()
