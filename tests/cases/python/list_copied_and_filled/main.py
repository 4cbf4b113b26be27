def first():
    pass


def second():
    pass


def third():
    pass


def sliced():
    steps = [first]
    copy = steps[:]
    copy.append(second)
    copy[1]()
    steps[0]()


def joined():
    steps = [first] + [second]
    steps.append(third)
    for step in steps:
        step()


def rest():
    _, *others = [first, second]
    others.append(third)
    for step in others:
        step()


def given(steps):
    todo = steps[1:]
    todo.append(third)
    for step in todo:
        step()


def table():
    merged = {"a": first} | {"b": second}
    merged["c"] = third
    merged["c"]()


sliced()
joined()
rest()
given([first, second])
table()
