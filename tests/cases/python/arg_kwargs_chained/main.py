def clean():
    pass


def send():
    pass


def inner(before=None, after=None):
    before()


def middle(**options):
    inner(**options)


def outer(**options):
    middle(**options)


outer(before=clean, after=send)
