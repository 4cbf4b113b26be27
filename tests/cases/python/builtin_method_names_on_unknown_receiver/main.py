class Cache:
    def get(self, key):
        pass

    def append(self, value):
        pass

    def items(self):
        pass


def run(x):
    x.get("a")
    x.append(1)
    for key, value in x.items():
        value.get(key)


def own(cache: Cache):
    cache.get("a")
