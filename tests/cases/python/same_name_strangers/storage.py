def save():
    pass


def load():
    pass


class Store:
    def save(self):
        pass
