handler = None


def fire():
    handler()
