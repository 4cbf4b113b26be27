from pkg import text
import pkg.text as module


def run():
    text()
    module.clean()
