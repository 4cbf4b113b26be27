"""Expressions in the making: takes ops, texts and parts, gives the offsets at which they stand in `data`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from callmap.languages.places import Reader
from callmap.model import NONE, Op
from callmap.parts import Binding


class Expressions(Reader):
    """Collects the expressions of one file; `scope` and `branch` say where those stand that are added."""

    def __init__(self, source: bytes) -> None:
        super().__init__(source)
        self.data: list[int] = []
        self.texts = [""]  # by number, …
        self.strings = {"": 0}  # … and their numbers
        self.starts: list[int] = []  # NAME or path, the byte at which its last name stands; the next one …
        self.bindings: list[Binding] = []
        self.scope = 0
        self.branch = 0

    def expression(self, op: int, text: str = "", parts: Sequence[int] = ()) -> int:
        at = self._begin(op, text, len(parts))
        if parts:
            self.data += parts
        return at

    def unary(self, op: int, text: str, part: int) -> int:
        """An expression with one part: for less than half of what `expression` takes."""
        at = self._begin(op, text, 1)
        self.data.append(part)
        return at

    def name(self, name: str, start: int = NONE) -> int:
        """A name read here; `start` is the byte at which it stands."""
        at = self._begin(Op.NAME, name, 3)
        if start != NONE:
            self.note_start(at, start)
        self.data.append(self.scope)
        self.data.append(len(self.bindings))
        self.data.append(self.branch)
        return at

    def note_start(self, at: int, start: int) -> None:
        """The expression that was added last is a name, or a path whose last name stands at the byte."""
        self.starts.append(at)
        self.starts.append(start)

    def start_of(self, at: int) -> int:
        """The byte that was noted for an expression, or NONE. (Few are asked for: a dictionary would cost more.)"""
        starts = self.starts
        low, high = 0, len(starts) >> 1
        while low < high:
            middle = (low + high) >> 1
            if starts[2 * middle] < at:
                low = middle + 1
            else:
                high = middle
        return starts[2 * low + 1] if 2 * low < len(starts) and starts[2 * low] == at else NONE

    def _begin(self, op: int, text: str, parts: int) -> int:
        data = self.data
        at = len(data)
        number: Any = self.strings.get(text)  # an object: as a number it would be taken out of it and put into another
        if number is None:
            number = self.strings[text] = len(self.texts)
            self.texts.append(text)
        data.append(op)  # one by one: compiled, that takes half of what adding a tuple does
        data.append(number)
        data.append(parts)
        return at

    def dotted(self, text: str) -> int:
        """`a.b.c` as names and attributes."""
        first, *rest = text.split(".")
        at = self.name(first)
        for part in rest:
            at = self.expression(Op.ATTRIBUTE, part, (at,))
        return at
