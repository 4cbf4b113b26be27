from tools import clean


def before():
    clean()


def broken(:
    clean(


def after():
    before()
