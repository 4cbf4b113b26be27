class Item:
    def show(self):
        pass


class Items:
    def __iter__(self):
        yield Item()


def run():
    for item in Items():
        item.show()


run()
