import asyncio


async def work():
    pass


async def retry(action):
    return await action()


async def main():
    await retry(work)


asyncio.run(main())
