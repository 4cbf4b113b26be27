import asyncio


class Session:
    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        pass

    def get(self):
        pass


async def main():
    async with Session() as session:
        session.get()


asyncio.run(main())
