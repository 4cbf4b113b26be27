def first():
    pass


def second():
    pass


def run():
    for step in (each for each in [first]):
        step()
    return list(each() for each in (second,))


run()
