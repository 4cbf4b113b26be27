from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class Rule(Generic[T]):
    name: str
    run: T = field(repr=False)


class Rules(Generic[T]):
    def __init__(self) -> None:
        self.rules: list[Rule[T]] = []

    def push(self, name: str, run: T) -> None:
        self.rules.append(Rule(name, run))

    def all(self) -> list[T]:
        return [rule.run for rule in self.rules]


def trim():
    pass


rules = Rules()
rules.push("trim", trim)
for rule in rules.all():
    rule()
