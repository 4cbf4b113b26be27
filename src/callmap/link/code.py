"""Expressions as facts keep them, packed into numbers. Takes facts, gives op, text and parts at an offset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from callmap.model import NONE, Op
from callmap.parts import Numbers


class Code(Numbers):
    """Expressions of one file, packed: at each offset stand op, text (index into strings), part count, parts."""

    __slots__ = ("strings",)

    def __init__(self, code: bytes, strings: tuple[str, ...]) -> None:
        super().__init__(code)
        self.strings = strings

    def op(self, at: int) -> int:
        return self._bytes[at * 4]  # one byte holds it

    def text(self, at: int) -> str:
        return self.strings[self.number(at + 1)]

    def count(self, at: int) -> int:
        """How many parts it has."""
        return self.number(at + 2)

    def parts(self, at: int) -> list[int]:
        start = at + 3
        return [self.number(place) for place in range(start, start + self.number(at + 2))]

    def first(self, at: int) -> int:
        """The first of its parts, without making a list of them."""
        if not self.number(at + 2):
            raise IndexError("an expression without parts")
        return self.number(at + 3)

    def part(self, at: int, place: int) -> int:
        """One of its parts, where it is known to have so many."""
        return self.number(at + 3 + place)

    def after(self, at: int) -> int:
        """The offset of the expression that stands behind it."""
        return at + 3 + self.number(at + 2)

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
        at, end = 0, self.size
        while at < end:
            yield at
            at = self.after(at)

    def all_of(self, op: int, other: int = NONE) -> list[int]:
        """Every expression with one of these ops."""
        found: list[int] = []
        at, end = 0, self.size
        while at < end:
            its = self.op(at)
            if its in (op, other):
                found.append(at)
            at = self.after(at)
        return found


PARTS_ARE_INDEXES: Final = frozenset({Op.NAME, Op.FUNCTION, Op.CLASS, Op.THIS, Op.THIS_TYPE, Op.SUPER, Op.PARAMETER})


def clauses(code: Code) -> dict[int, list[int]]:
    """Expression that throws or is called → the CAUGHT expressions of clauses behind it that say what they catch."""
    found: dict[int, list[int]] = {}
    for clause in code.walk():
        types, mark, _ = code.text(clause).rpartition(":") if code.op(clause) == Op.CAUGHT else ("", "", "")
        for part in code.parts(clause)[int(types) :] if mark else ():
            found.setdefault(part, []).append(clause)
    return found
