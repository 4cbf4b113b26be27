from functools import cache, lru_cache


@lru_cache(maxsize=None)
def slow():
    pass


@cache
def slower():
    return slow()


def run():
    slower()


run()
