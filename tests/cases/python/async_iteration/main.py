import asyncio


class Stream:
    def __aiter__(self):
        return self

    async def __anext__(self):
        raise StopAsyncIteration


class Later:
    def __await__(self):
        return iter(())


async def main():
    async for each in Stream():
        pass
    await Later()


asyncio.run(main())
