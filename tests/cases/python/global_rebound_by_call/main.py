"""A call between an assignment and a use may assign once more: always, through another one, maybe, or too early."""


def first():
    pass


def second():
    pass


def always():
    step = first

    def change():
        nonlocal step
        step = second

    step()
    change()
    print("changed")
    return step


def through():
    step = first

    def outer():
        def inner():
            nonlocal step
            step = second

        inner()

    outer()
    step()


def maybe(flag):
    step = first

    def change():
        nonlocal step
        if flag:
            step = second

    change()
    step()


def left_early(flag):
    step = first

    def change():
        nonlocal step
        if flag:
            return
        step = second

    change()
    step()


def before(flag):
    step = first

    def change():
        nonlocal step
        step = second

    change()
    if flag:
        step = third
    step()


def third():
    pass


before(True)
before(False)
always()()
through()
maybe(True)
left_early(True)
