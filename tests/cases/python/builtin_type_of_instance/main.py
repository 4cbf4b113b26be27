class Item:
    def show(self):
        pass


def run():
    item = Item()
    type(item)().show()


run()
