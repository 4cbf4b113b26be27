"""`del table[key]` calls a method of the table; `del name` calls nothing."""


class Table:
    def __delitem__(self, key):
        drop(key)


def drop(key):
    return key


def run():
    table = Table()
    del table["a"]
    del table


run()
