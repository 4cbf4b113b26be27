def fallback():
    pass


def given():
    pass


def call(f=fallback):
    f()


call()
call(given)
