"""What stands for a method call on self runs methods of classes that inherit, as the call itself would."""


class Store:
    def take(self, key):
        if key in self:
            value = self[key]
            del self[key]
            return value
        self[key] = len(self)

    def reset(self):
        self.close()

    def close(self): ...

    def __contains__(self, key): ...

    def __getitem__(self, key): ...

    def __setitem__(self, key, value): ...

    def __delitem__(self, key): ...

    def __len__(self): ...


class Timed(Store):
    def reset(self):
        Store.reset(self)

    def close(self): ...


class Files(Store):
    def __contains__(self, key): ...

    def __getitem__(self, key): ...

    def __setitem__(self, key, value): ...

    def __delitem__(self, key): ...

    def __len__(self): ...

    def close(self): ...


class Memory(Store): ...


class Writer:
    def open(self):
        self.prepare()
        self.begin()

    def prepare(self):  # left to classes below
        raise NotImplementedError

    def begin(self): ...


class Raw(Writer):
    def open(self):
        Writer.open(self)

    def prepare(self): ...

    def begin(self): ...
