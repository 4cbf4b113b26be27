from collections import defaultdict


def make():
    return run


def run():
    pass


d = defaultdict(make)
d["a"]()
