import sys

if sys.platform == "win32":
    def beep():
        pass
else:
    def beep():
        pass


def once():
    pass


def once():
    pass


def run():
    beep()
    once()
