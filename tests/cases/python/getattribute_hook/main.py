class Lazy:
    value = 1

    def __getattribute__(self, name):
        return super().__getattribute__(name)

    def known(self):
        pass


class Plain:
    def known(self):
        pass


def call():
    Lazy().known()


def read(lazy: Lazy):
    return lazy.missing


def stranger():
    Plain().known()
