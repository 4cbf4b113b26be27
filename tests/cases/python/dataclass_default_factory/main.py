from dataclasses import dataclass, field


def make_tags():
    return []


class Store:
    def __init__(self):
        pass

    def save(self):
        pass


@dataclass
class User:
    tags: list = field(default_factory=make_tags)
    store: Store = field(default_factory=Store)


def run():
    User().store.save()


run()
