class Cursor:
    def __next__(self):
        raise StopIteration


class Table:
    def __iter__(self):
        return Cursor()


def run():
    for row in Table():
        pass


def unpack():
    return [*Table()]


run()
unpack()
