class Box:
    def get_size(self):
        return 1

    def set_size(self, value):
        self.check()

    def drop_size(self):
        pass

    def check(self):
        pass

    size = property(get_size, set_size, fdel=drop_size)


class Other:
    def __init__(self):
        self.size = 1


def read(box):
    return box.size


def store(box):
    box.size = 2


def drop(box):
    del box.size


def plain(other):
    return other.size


def called(box):
    box.get_size()


read(Box())
store(Box())
drop(Box())
plain(Other())
called(Box())
