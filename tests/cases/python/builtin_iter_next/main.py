class Count:
    def __iter__(self):
        return self

    def __next__(self):
        return 1


def run():
    counter = iter(Count())
    return next(counter)


run()
