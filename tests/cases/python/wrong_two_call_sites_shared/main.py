def a():
    pass


def b():
    pass


def c():
    pass


def call(f):
    f()


def call_other(f):
    f()


call(a)
call(b)
call_other(c)
