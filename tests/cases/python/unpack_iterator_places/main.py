from kept import Grown, Kept, Listed, Looped, Pair


def work():
    return "work"


def rest():
    return "rest"


def kept():
    make, args = Kept(work, rest)
    make()


def kept_args():
    _, args = Kept(work, rest)
    for step in args:
        step()


def kept_pair():
    go, end = Pair(work, rest)
    end()


def listed():
    go, end = Listed(work, rest)
    end()


def looped():
    first, *more = Looped(None, rest)
    first()


def grown():
    go, end = Grown(work, rest)
    go()


def by_hand():
    steps = iter(Listed(work, rest))
    next(steps)
    (end,) = steps
    end()


def each():
    for step in Listed(work, rest):
        step()


kept()
kept_args()
kept_pair()
listed()
looped()
grown()
by_hand()
each()
