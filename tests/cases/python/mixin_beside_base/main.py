class Clearing:
    def clear(self):
        self.lock.acquire()
        self.start()
        return self.cache


class Wrapper:
    @property
    def cache(self): ...

    @property
    def lock(self): ...

    def start(self): ...


class Cached(Wrapper, Clearing): ...


class Other(Clearing):
    def finish(self): ...
