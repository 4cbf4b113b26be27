from storage import Store


class Service:
    store: Store
    backup: "Store | None" = None

    def __init__(self, cache):
        self.cache: Store = cache

    def run(self):
        self.store.put()
        self.backup.put()

    def run_cache(self):
        self.cache.drop()


def use(service: Service):
    service.store.put()
