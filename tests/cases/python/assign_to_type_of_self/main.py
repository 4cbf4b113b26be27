def make():
    return 1


def keep():
    return 2


def find(key):
    return key


class Counter:
    table = {}

    def hold(self, key):
        type(self).made = make
        type(self).table[find(key)] = keep
        type(self).total: int = make()
        type(self).third = self.table["x"]

    def run(self):
        self.made()
        self.table["k"]()
        self.third()
        return self.text(1) \
            .format(2)

    def text(self, n):
        return "{}"


def main():
    counter = Counter()
    counter.hold("k")
    counter.run()
    type(find(counter)).made = keep
    return (
        counter.text(2)
        # in the middle
        .strip()
    )


def by_name(type):
    type[find("a")] = keep
    type["a"]()


by_name({})

type Text = str
