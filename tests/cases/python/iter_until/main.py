class Source:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration

    def __call__(self):
        return ""


def read():
    return ""


def until():
    for line in iter(read, ""):
        pass


def plain():
    for line in iter(Source()):
        pass


until()
plain()
