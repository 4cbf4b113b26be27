class Money:
    def __lt__(self, other):
        return True

    def __radd__(self, other):
        return 0


def run():
    return sorted([Money(), Money()]), sum([Money()])


run()
