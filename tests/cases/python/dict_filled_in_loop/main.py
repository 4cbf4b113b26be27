def first():
    pass


def second():
    pass


TABLE = {}
for name, step in [("first", first), ("second", second)]:
    TABLE[name] = step
TABLE["first"]()


class Options:
    def __init__(self, **given):
        for name, value in given.items():
            setattr(self, name, value)


def run():
    Options(go=second, number=1).go()


run()
