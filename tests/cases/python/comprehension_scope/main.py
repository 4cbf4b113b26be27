def real():
    pass


def other():
    pass


def run(things):
    action = real
    [action() for action in things]
    action()
    return {other(): real() for _ in range(3) if other()}
