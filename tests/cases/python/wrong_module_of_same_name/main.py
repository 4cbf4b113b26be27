from a.tools import clean


def call(f):
    f()


call(clean)
