from middle import *


def run():
    shown()
    dropped()
