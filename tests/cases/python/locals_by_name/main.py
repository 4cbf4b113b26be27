def first():
    pass


def second():
    pass


def run(given):
    step = first
    locals()["step"]()
    locals()["given"]()


run(second)
