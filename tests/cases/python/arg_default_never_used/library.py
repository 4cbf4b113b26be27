def first():
    pass


def second():
    pass


def visible(step=first):
    step()


visible(second)
