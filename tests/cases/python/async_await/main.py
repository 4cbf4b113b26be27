import asyncio

from models import User


async def fetch():
    return User()


async def declared() -> User: ...


async def main():
    user = await fetch()
    user.greet()
    (await declared()).greet()
    await asyncio.gather(fetch(), asyncio.sleep(1))
    async with Session() as session:
        session.get()
    async for item in stream():
        item.show()


class Session:
    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        pass

    def get(self):
        pass


async def stream():
    yield User()


asyncio.run(main())
