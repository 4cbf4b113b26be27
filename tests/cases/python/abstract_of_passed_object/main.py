class Item:
    def text(self):
        raise NotImplementedError  # left to others

    def name(self):
        pass


class Word(Item):
    def text(self):
        pass

    def name(self):
        pass


class Number(Item):
    def text(self):
        pass


class Shelf:
    def __init__(self, items: list[Item]):
        self.items = items

    def show(self):
        for item in self.items:
            render(item)


def render(item):
    item.text()
    item.name()


def paint(item):
    item.text()


paint(Word())
