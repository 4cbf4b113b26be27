class Store:
    instance = None

    def __new__(cls):
        if cls.instance is None:
            cls.instance = super().__new__(cls)
        return cls.instance

    def __init__(self):
        pass

    def save(self):
        pass


def run():
    Store().save()


run()
