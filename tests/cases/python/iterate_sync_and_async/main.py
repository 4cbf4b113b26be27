import asyncio


class Q:
    def __iter__(self):
        return iter([f])

    def __aiter__(self):
        return agen()


async def agen():
    yield g


def f():
    pass


def g():
    pass


for x in Q():
    x()


async def main():
    async for y in Q():
        y()


asyncio.run(main())
