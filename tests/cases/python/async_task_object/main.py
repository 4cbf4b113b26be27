import asyncio


class Answer:
    def use(self):
        pass


async def ask():
    return Answer()


def done(task):
    task.result().use()


async def main():
    task = asyncio.create_task(ask())
    task.add_done_callback(done)
    (await task).use()
    async with asyncio.TaskGroup() as group:
        other = group.create_task(ask())
    other.result().use()
    other.cancel()


def now():
    pass


def later(text):
    pass


def run():
    loop = asyncio.new_event_loop()
    loop.call_soon(now)
    loop.call_later(3, later, "text")
    loop.run_until_complete(ask()).use()
