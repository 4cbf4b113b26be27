"""reversed() asks for the length and the items of what has no __reversed__."""


class Page:
    def __len__(self):
        return 2

    def __getitem__(self, place):
        return place


class Shelf:
    def __len__(self):
        return 2

    def __reversed__(self):
        return iter([1])


def run():
    for each in reversed(Page()):
        print(each)


list(reversed(Shelf()))
run()
