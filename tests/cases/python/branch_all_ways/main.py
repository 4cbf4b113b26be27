def old():
    pass


def first():
    pass


def second():
    pass


def third():
    pass


def every_way(number):
    act = old
    if number == 1:
        act = first
    elif number == 2:
        act = second
    else:
        act = third
    act()


def one_way_leaves(number):
    act = old
    if number == 1:
        act = first
    elif number == 2:
        return
    else:
        raise ValueError
    act()


def not_every_way(number):
    act = old
    if number == 1:
        act = first
    elif number == 2:
        act = second
    act()


def guarded(text):
    act = old
    try:
        int(text)
        act = first
    except ValueError:
        act = second
    act()
