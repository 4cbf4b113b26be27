from typing import Dict, Iterable, List


class Item:
    def show(self):
        pass


class Other:
    def show(self):
        pass


def of_list(items: List[Item]):
    for item in items:
        item.show()


def of_index(items: list[Item]):
    items[0].show()


def of_dict(items: Dict[str, Item]):
    for key, item in items.items():
        item.show()


def of_iterable(items: Iterable["Item"]):
    return [item.show() for item in items]


of_list([Item()])
of_index([Item()])
of_dict({"a": Item()})
of_iterable([Item()])
