def first():
    pass


def second():
    pass


def stranger():
    pass


STEPS = [first, second]
OTHERS = [stranger]


def run():
    for i in range(len(STEPS)):
        STEPS[i]()


run()
