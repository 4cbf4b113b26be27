import sys


def first():
    return 1


def second():
    return 2


def run():
    same()


if sys.platform == "win32":

    def same():
        return 1

else:

    def same():
        return 2


step = first
if len(sys.argv) > 1:
    step = second
    size = lambda: 1
run()
step()
