"""list.sort() compares what is in the list."""


class Card:
    def __lt__(self, other):
        return True


def run():
    cards = [Card(), Card()]
    cards.sort()


run()
