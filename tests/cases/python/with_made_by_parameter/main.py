from contextlib import contextmanager


class Writer:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        pass

    def write(self):
        pass


@contextmanager
def opened():
    yield Writer()


def by_default(make=Writer):
    with make() as writer:
        writer.write()
        record(writer)


def passed(make):
    manager = make()
    with manager as writer:
        writer.write()


async def awaited(make=Writer):
    async with make() as writer:
        writer.write()


def record(writer):
    writer.write()


by_default()
passed(opened)
