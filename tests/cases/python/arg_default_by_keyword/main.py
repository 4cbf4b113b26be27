def quiet():
    pass


def loud():
    pass


def other():
    pass


def call(f=None, g=quiet):
    g()


call(g=loud)
call(f=other)
