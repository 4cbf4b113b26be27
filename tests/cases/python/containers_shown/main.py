class Plain:
    def __repr__(self):
        return "plain"


class Named:
    def __str__(self):
        return "name"

    def __repr__(self):
        return "named"

    def weight(self):
        return 1


class Flag:
    def __bool__(self):
        return True


class Stranger:
    def __repr__(self):
        return "stranger"


def shows_lists():
    print([Plain()])


def shows_tables():
    return str({"a": {"b": Named()}})


def shows_one():
    return str(Named())


def shows_text():
    items = [Named()]
    return f"{items}"


def shows_both():
    print(Named(), Plain())


def keeps():
    return list(filter(None, [Flag()]))


def tests():
    return any([Flag()]) or all([Flag()])


def chooses(named=Named()):
    return max([named], key=lambda one: one.weight()), min(1, 2, key=lambda number: number.bit_length())


def strange():
    return [Stranger()]


shows_lists()
shows_tables()
shows_one()
shows_text()
shows_both()
keeps()
tests()
chooses()
strange()
