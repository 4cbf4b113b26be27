from functools import singledispatch


@singledispatch
def show(value):
    pass


@show.register
def show_int(value: int):
    pass


@show.register(str)
def show_str(value):
    pass


def show_stranger(value):
    pass


def run():
    show(1)
    show("a")
    show(None)


run()
