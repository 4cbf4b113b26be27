class Cache:
    def get(self):
        pass


class Small(Cache):
    def get(self):
        pass


class Large(Cache):
    def get(self):
        pass
