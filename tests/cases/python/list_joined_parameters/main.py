def first():
    pass


def second():
    pass


def both(some, others):
    for step in some + others:
        step()


def copied(table):
    return dict(table)["go"]()


both([first], [second])
copied({"go": first})
