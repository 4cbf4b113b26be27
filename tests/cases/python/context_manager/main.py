from contextlib import contextmanager


class Connection:
    def send(self):
        pass


class Pool:
    def __enter__(self):
        return Connection()

    def __exit__(self, *error):
        pass

    def send(self):
        pass


@contextmanager
def session():
    yield Connection()


def run():
    with Pool() as connection:
        connection.send()


def run_generator():
    with session() as connection:
        connection.send()


def run_file(path):
    with open(path) as file:
        file.read()
