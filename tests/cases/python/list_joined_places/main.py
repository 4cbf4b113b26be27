def first():
    pass


def second():
    pass


def third():
    pass


def joined():
    ([first] + [second])[1]()


def repeated():
    ([third] * 3)[2]()


joined()
repeated()
