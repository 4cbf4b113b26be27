class Table:
    def __getitem__(self, key):
        return work

    def __setitem__(self, key, value):
        pass

    def __delitem__(self, key):
        pass

    def __contains__(self, key):
        return True


def work():
    pass


def run():
    table = Table()
    table["a"] = 1
    table["a"]()
    del table["a"]
    return "a" in table


run()
