class Item:
    def show(self):
        pass


def run():
    return list(map(Item.show, [Item(), Item()]))


run()
