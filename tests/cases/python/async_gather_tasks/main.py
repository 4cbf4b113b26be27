import asyncio


class User:
    def show(self):
        pass


class Item:
    def show(self):
        pass


async def user():
    return User()


async def item():
    return Item()


async def main():
    first, second = await asyncio.gather(user(), item())
    second.show()
    task = asyncio.create_task(user())
    (await task).show()


asyncio.run(main())
