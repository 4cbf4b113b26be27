from dataclasses import dataclass, field


@dataclass
class A:
    f: object
    items: list = field(default_factory=list)

    def __post_init__(self):
        self.f()

    def add(self, x):
        self.items.append(x)


def g():
    pass


a = A(g)
a.add(g)
a.items[0]()
