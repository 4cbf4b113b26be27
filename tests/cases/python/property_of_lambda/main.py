def size_of(box):
    return box.measure()


class Box:
    size = property(size_of)
    name = property(lambda self: self.label())

    def measure(self):
        pass

    def label(self):
        pass


Box().size
Box().name
