class Money:
    def __iadd__(self, other):
        return self

    def __neg__(self):
        return self

    def __invert__(self):
        return self


def run():
    money = Money()
    money += 1
    ~(-money)


run()
