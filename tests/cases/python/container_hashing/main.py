class Key:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return 1

    def __eq__(self, other):
        return self.name == other.name


def stored(table, key):
    table[key] = 1


def looked_up(table, key):
    return table[key]


def got(table):
    return table.get(Key("b"))


def held(table):
    return Key("a") in table


def written():
    return {Key("a"): 1}


def distinct():
    return {Key("a"), Key("a")}


def made():
    return set([Key("a"), Key("a")])


def added(keys):
    keys.add(Key("a"))


def plain(table):
    table[1] = 2
    return table[1], {1, 2}


table = {}
stored(table, Key("a"))
looked_up(table, Key("a"))
got(table)
held(table)
written()
distinct()
made()
added({Key("a")})
plain({})
