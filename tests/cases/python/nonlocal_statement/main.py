def first():
    pass


def second():
    pass


def outer():
    action = first

    def swap():
        nonlocal action
        action = second

    def local():
        action = third
        return action

    swap()
    action()


def third():
    pass
