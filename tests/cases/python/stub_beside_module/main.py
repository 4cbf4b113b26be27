import native
import pure


def run():
    native.crunch().show()
    pure.plain()
