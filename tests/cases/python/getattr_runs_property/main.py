class Table:
    def __init__(self):
        self.options = [
            "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "c12", "c13", "title", "width", "plain",
        ]  # fmt: skip

    def values(self):
        return [getattr(self, name) for name in self.options]

    def reset(self):
        for name in ("title", "plain"):
            setattr(self, name, None)

    @property
    def title(self):
        return ""

    @title.setter
    def title(self, text):
        pass

    @property
    def width(self):
        return 0

    def plain(self):
        pass


class Colored(Table):
    pass


class Lazy:
    size = 1

    def __getattr__(self, name):
        return None


def look(table: Colored, lazy: Lazy):
    hasattr(table, "width")
    getattr(lazy, "missing", None)
    getattr(lazy, "size")


class Left:
    @property
    def one(self):
        return 1

    @property
    def two(self):
        return 2


class Right(Left):
    @property
    def two(self):
        return 3


def get(object, name):
    return getattr(object, name)


get(Left(), "one")
get(Right(), "two")
