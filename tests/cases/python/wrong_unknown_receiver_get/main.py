class Cache:
    def get(self, key):
        pass

    def update(self, key):
        pass

    def append(self, key):
        pass

    def run(self):
        pass


def look(x):
    x.get("a")
    x.update("a")
    x.append("a")
    x.run()
