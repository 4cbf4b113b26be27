def start():
    pass


def stop():
    pass


TABLE = {"start": start, "stop": stop}


def ordered():
    for name, action in sorted(TABLE.items()):
        action()


def numbered():
    for index, (name, action) in enumerate([("start", start)]):
        action()


def copied():
    for name, action in list(TABLE.items()):
        action()


ordered()
numbered()
copied()
