class Money:
    def __sub__(self, other):
        return self

    def __eq__(self, other):
        return True

    def __lt__(self, other):
        return True

    def show(self):
        pass


class Other:
    def __sub__(self, other):
        pass


def run():
    a = Money()
    b = Money()
    (a - b).show()
    return a == b, a < b


run()
