def start():
    pass


def stop():
    pass


def paired():
    dict([("start", start), ("stop", stop)])["start"]()


def zipped():
    dict(zip(["start"], [start]))["start"]()


def filled():
    dict.fromkeys(["a", "b"], stop)["a"]()


def copied():
    for action in {"start": start}.copy().values():
        action()


paired()
zipped()
filled()
copied()
