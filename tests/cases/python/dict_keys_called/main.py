def work():
    pass


def rest():
    pass


TABLE = {work: 1}


def keys():
    for action in TABLE:
        action()


def items():
    for action, count in TABLE.items():
        action()


def stored():
    seen = {}
    seen[rest] = 1
    for action in seen.keys():
        action()


keys()
items()
stored()
