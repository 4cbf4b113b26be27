def fallback():
    pass


def given():
    pass


def call(f=None):
    if f is None:
        f = fallback
    f()


call()
call(given)
