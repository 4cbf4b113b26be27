import tools as t
from tools import clean as tidy


def clean():
    pass


def run():
    t.clean()
    tidy()
    clean()
