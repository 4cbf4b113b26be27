from __future__ import annotations

from typing import TYPE_CHECKING, Any


class Operators:
    def __eq__(self, other):
        return self.operate(other)

    def __hash__(self):
        return 1

    def operate(self, other):
        return True


class Column(Operators):
    if TYPE_CHECKING:

        def __eq__(self, other: Any) -> bool: ...

        def __get__(self, instance: object, owner: Any) -> Column: ...

        def __hash__(self) -> int: ...

    else:

        def __str__(self):
            return "column"


class Key:
    column: Column

    def __init__(self, column):
        self.column = column

    def same(self, other):
        return self.column == other.column


def run(one: Key, other: Key):
    one.same(other)
    print(str(one.column), hash(one.column))


run(Key(Column()), Key(Column()))
