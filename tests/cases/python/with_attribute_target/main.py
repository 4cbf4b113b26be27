class Lock:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def hold(self):
        pass


class Owner:
    def start(self):
        with Lock() as self.lock:
            self.work()

    def work(self):
        self.lock.hold()


Owner().start()
