class Store:
    def get(self, key):
        pass

    def append(self, key):
        pass

    def join(self, parts):
        pass

    def update(self, other):
        pass


def run():
    table = {}
    table.get("a")
    table.update({})
    items = []
    items.append(1)
    ",".join(items[:0])


run()
