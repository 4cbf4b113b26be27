def first():
    pass


def second():
    pass


def third():
    pass


def inside():
    try:
        step = first
    except ValueError:
        step = second
    else:
        step()


def after():
    try:
        first()
    except ValueError:
        step = second
    else:
        step = third
    step()


inside()
after()
