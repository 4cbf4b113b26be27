class Store:
    def save(self):
        pass

    def load(self):
        pass


def run(thing, name):
    thing.save()
    thing.inner.load()
    thing[0].save()
    getattr(thing, name)()
    handlers()[name]()
