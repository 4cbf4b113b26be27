"""range() asks an object for its number."""


class Count:
    def __index__(self):
        return 3


def run():
    return range(Count())


run()
