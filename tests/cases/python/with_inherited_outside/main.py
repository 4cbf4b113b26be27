from contextlib import AbstractContextManager


class Manager(AbstractContextManager):
    def __exit__(self, *details):
        pass

    def work(self):
        pass


with Manager() as manager:
    manager.work()
