class Box:
    @property
    def size(self):
        return 1

    @size.setter
    def size(self, value):
        self.check()

    @size.deleter
    def size(self):
        pass

    def check(self):
        pass


def store():
    Box().size = 2


def read():
    return Box().size


def drop():
    del Box().size


store()
read()
drop()
