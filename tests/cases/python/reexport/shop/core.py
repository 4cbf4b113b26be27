class Cart:
    def __init__(self):
        pass


def run():
    pass


def start():
    pass
