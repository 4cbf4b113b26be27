def first():
    pass


def second():
    pass


class Box:
    def __init__(self):
        self.first = first
        self.second = second

    def run(self):
        for name in self.__dict__:
            self.__dict__[name]()


class Plugin:
    def one(self):
        pass


def by_items():
    for name, value in vars(Box()).items():
        value()


def by_class():
    for value in Plugin.__dict__.values():
        value(Plugin())


Box().run()
by_items()
by_class()
