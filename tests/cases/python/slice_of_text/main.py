def first():
    pass


def second():
    pass


def shout(text):
    return text[1:].upper()


def run(*steps):
    _, *others = steps
    others[0]()


shout("quiet")
run(first, second)
