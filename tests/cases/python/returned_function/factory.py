def first():
    pass


def second():
    pass


def choose(flag):
    if flag:
        return first
    return second
