class User:
    def show(self):
        pass


class Item:
    def show(self):
        pass


def load():
    return User(), Item()


def run():
    user, item = load()
    item.show()


run()
