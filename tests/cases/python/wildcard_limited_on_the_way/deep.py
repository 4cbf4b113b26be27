def shown():
    pass


def dropped():
    pass
