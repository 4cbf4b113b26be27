class Item:
    def __init__(self, value):
        pass

    def show(self):
        pass


def run():
    for item in map(Item, [1, 2]):
        item.show()


run()
