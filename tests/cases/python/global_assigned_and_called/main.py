"""What a function assigns to a global name is what it calls right after; what another one assigns, who calls it."""


def first():
    pass


def second():
    pass


def other():
    pass


step = other


def one():
    global step
    step = first
    step()


def two():
    global step
    step = second


step()
one()
two()
step()
