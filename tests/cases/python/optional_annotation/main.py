from __future__ import annotations
from typing import Optional


class Item:
    def show(self):
        pass


class Other:
    def show(self):
        pass


def old(item: Optional[Item] = None):
    if item is not None:
        item.show()


def new(item: Item | None):
    if item:
        item.show()


def text(item: "Item"):
    item.show()


old(Item())
new(Item())
text(Item())
