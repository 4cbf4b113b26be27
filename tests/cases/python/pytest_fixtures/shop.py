class Client:
    def get(self):
        return 1


class App:
    def make_client(self):
        return Client()

    def close(self):
        pass


class Store:
    def load(self):
        pass


class OtherStore:
    def load(self):
        pass


def one():
    pass


def two():
    pass
