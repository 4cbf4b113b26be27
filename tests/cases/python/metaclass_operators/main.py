class Meta(type):
    def __getitem__(cls, name):
        return cls.first

    def __iter__(cls):
        return iter([cls.second])

    def __contains__(cls, name):
        return True

    def __str__(cls):
        return "meta"


class Table(metaclass=Meta):
    def __getitem__(self, name):
        pass

    def first():
        pass

    def second():
        pass


def item():
    Table["x"]()


def loop():
    for each in Table:
        each()


def held():
    return "x" in Table


def shown():
    return str(Table)


def of_object():
    return Table()["x"]


item()
loop()
held()
shown()
of_object()
