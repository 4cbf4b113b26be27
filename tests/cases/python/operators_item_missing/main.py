"""`del table[key]` reads nothing, and a class with `__getitem__` of its own asks `__missing__` itself or never."""


class Table:
    def __getitem__(self, key):
        return self.__missing__(key)

    def __delitem__(self, key): ...

    def __missing__(self, key): ...

    def drop(self, key):
        del self[key]


class Counts(dict):
    def __missing__(self, key): ...


class Loud(Counts):
    def __getitem__(self, key):
        return super().__getitem__(key)


def read():
    Table()["a"]


def delete():
    del Table()["a"]


def count():
    Counts()["a"]


def shout():
    Loud()["a"]
