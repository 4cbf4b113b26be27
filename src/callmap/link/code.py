"""Expressions as facts keep them, packed into an array. Takes facts, gives op, text and parts at an offset."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from typing import Final

from callmap.model import NONE, Op


class Code:
    """Expressions of one file, packed: at each offset stand op, text (index into strings), part count, parts."""

    __slots__ = ("data", "ops", "strings")

    def __init__(self, code: bytes, strings: tuple[str, ...]) -> None:
        self.data: array[int] = array("i")
        self.data.frombytes(code)
        self.ops = code[_LOWEST::4]  # at the offset of an expression: its op, which one byte holds
        self.strings = strings

    def op(self, at: int) -> int:
        return self.ops[at]

    def text(self, at: int) -> str:
        return self.strings[self.data[at + 1]]

    def parts(self, at: int) -> list[int]:
        data, start, count = self.data, at + 3, self.data[at + 2]
        if count > _FEW:
            return data[start : start + count].tolist()
        return [data[place] for place in range(start, start + count)]

    def first(self, at: int) -> int:
        """The first of its parts, without making a list of them."""
        if not self.data[at + 2]:
            raise IndexError("an expression without parts")
        return self.data[at + 3]

    def show(self, at: int, depth: int = 8) -> str:
        """The expression as a person reads it, for tests and debugging: `call(attribute run(name self), string x)`."""
        if at == NONE:
            return "-"
        op = self.op(at)
        head = Op.NAMES[op] + (f" {self.text(at)}" if self.text(at) else "")
        parts: list[str] = []
        if op in PARTS_ARE_INDEXES:
            parts = [] if op == Op.NAME else [str(part) for part in self.parts(at)]
        elif depth:
            parts = [self.show(part, depth - 1) for part in self.parts(at)]
        elif self.parts(at):
            parts = ["…"]
        return f"{head}({', '.join(parts)})" if parts else head

    def walk(self) -> Iterator[int]:
        """Every offset at which an expression starts."""
        at, end = 0, len(self.data)
        while at < end:
            yield at
            at += 3 + self.data[at + 2]


_LOWEST: Final = 0 if sys.byteorder == "little" else 3  # of a number's four bytes
_FEW: Final = 8  # parts: then to take them one by one costs less than to cut out an array
PARTS_ARE_INDEXES: Final = frozenset({Op.NAME, Op.FUNCTION, Op.CLASS, Op.THIS, Op.THIS_TYPE, Op.SUPER, Op.PARAMETER})
