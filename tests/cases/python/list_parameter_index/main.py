def first():
    pass


def second():
    pass


def call(steps):
    steps[0]()


call([first, second])
