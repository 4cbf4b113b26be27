def number():
    pass


def text():
    pass


TABLE = {1: number, "1": text}


def by_number():
    TABLE[True]()


def by_text():
    TABLE["1"]()


by_number()
by_text()
