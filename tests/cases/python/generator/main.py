class Item:
    def show(self):
        pass

    def send(self):
        pass


def items():
    yield Item()


def chained():
    yield from items()


def run():
    for item in items():
        item.show()
    stream = items()
    stream.send(None)
    [item.show() for item in chained()]
