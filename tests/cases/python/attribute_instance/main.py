from storage import Memory, Store


class Service:
    def __init__(self, store: Store):
        self.store = store
        self.memory = Memory()

    def run(self):
        self.store.put()
        self.memory.put()


class Special(Service):
    def __init__(self):
        self.memory = Store()

    def again(self):
        self.memory.put()
