from collections.abc import MutableMapping


class Timed(MutableMapping):
    def clean(self):
        self.expire()
        self.clear()
        self.pop("a")


class Fast(Timed):
    def expire(self):
        pass


class Slow(Timed):
    def expire(self):
        pass

    def pop(self, key):
        pass
