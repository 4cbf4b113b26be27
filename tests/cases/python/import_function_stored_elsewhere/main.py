import hooks


def work():
    pass


hooks.handler = work
hooks.fire()
