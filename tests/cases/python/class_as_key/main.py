class Key:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


class Kind(type):
    def __hash__(cls):
        return 2


class Sorted(metaclass=Kind):
    def __hash__(self):
        return 3


def store(table, key):
    table.setdefault(key, 1)
    table.get(key)
    return hash(key)


def keep(kinds, kind):
    kinds.add(kind)
    return [kind].index(kind)


store({}, Key)
store({}, Sorted)
keep(set(), Key)
