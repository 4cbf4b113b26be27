from tools import clean as tidy


def apply(f):
    f()


shorter = tidy
apply(shorter)
