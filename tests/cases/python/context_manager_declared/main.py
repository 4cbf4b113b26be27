import asyncio
from contextlib import AbstractAsyncContextManager, AbstractContextManager, AsyncExitStack, ExitStack
from typing import ContextManager



class Nursery:
    def start(self, work):
        work()


class Manager:
    async def __aenter__(self):
        return Nursery()

    async def __aexit__(self, *problem):
        pass


class Opened:
    def __enter__(self):
        return Nursery()

    def __exit__(self, *problem):
        pass


def nursery() -> AbstractAsyncContextManager[Nursery]:
    return Manager()


def opened() -> AbstractContextManager[Nursery]:
    return Opened()


def connected() -> ContextManager[Nursery]:
    return opened()


async def run():
    async with nursery() as one:
        one.start(first)
    with opened() as two:
        two.start(second)
    with connected() as three:
        three.start(third)


async def stack():
    async with AsyncExitStack() as both:
        one = await both.enter_async_context(nursery())
        one.start(fourth)
    with ExitStack() as all:
        all.enter_context(opened()).start(fifth)


def first():
    pass


def second():
    pass


def third():
    pass


def fourth():
    pass


def fifth():
    pass


asyncio.run(run())
asyncio.run(stack())
