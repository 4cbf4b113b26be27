import asyncio


async def w(n):
    return f


def f():
    pass


async def main():
    rs = await asyncio.gather(*[w(i) for i in range(2)])
    for r in rs:
        r()


asyncio.run(main())
