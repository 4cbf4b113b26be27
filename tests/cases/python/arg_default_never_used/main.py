def first():
    pass


def second():
    pass


TABLE = {"first": first, "second": second}


def script(key="second"):
    TABLE[key]()


script("first")
