from typing import List


class Item:
    def show(self):
        pass


class Other:
    def show(self):
        pass


def load(data) -> Item:
    return data[0]


def load_all(data) -> List[Item]:
    return data[:]


def run(data):
    load(data).show()


def run_all(data):
    for item in load_all(data):
        item.show()


run([Item()])
run_all([Item()])
