"""Symbols while they are being read: takes drafts in the order of their definitions, gives them their names."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from callmap.model import NONE, Kind, Parameter, Span, Symbol


class Draft:
    """A symbol while its body is being read."""

    __slots__ = (
        "above", "bases", "body", "decorators", "doc", "end", "flags", "head", "kind", "marked", "marked_end", "middle",
        "name", "parameters", "parent", "scope", "signature", "source", "span", "start", "target", "type",
    )  # fmt: skip

    def __init__(self, name: str, kind: str, parent: int, span: Span) -> None:
        self.name = name
        self.kind = kind
        self.parent = parent
        self.span = span
        self.scope = NONE
        self.parameters: list[Parameter] = []
        self.type = NONE
        self.bases: list[int] = []
        self.decorators: list[int] = []
        self.flags: list[str] = []
        self.target = NONE
        self.signature = ""
        self.doc = ""
        self.body = ""
        self.source = b""  # its text is part of this, …
        self.start = 0  # … from here …
        self.end = 0  # … to here, …
        self.middle = 0  # … and its body from here on
        self.marked = NONE  # decorators, attributes, `export`: what stands before it and is part of its head, …
        self.marked_end = 0  # … to here
        self.head = ""
        self.above = 0

    def symbol(self, name: str) -> Symbol:
        """The finished symbol, under its dotted name."""
        return Symbol(
            name=name,
            kind=self.kind,
            parent=self.parent,
            scope=self.scope,
            span=self.span,
            parameters=tuple(self.parameters),
            type=self.type,
            bases=tuple(self.bases),
            decorators=tuple(self.decorators),
            flags=tuple(self.flags),
            target=self.target,
            signature=self.signature,
            doc=self.doc,
            body=self.body,
            head=self.head,
            above=self.above,
        )

    def mark(self, start: int, end: int) -> None:
        """What stands there is part of its head."""
        self.marked, self.marked_end = start, end


def unique_names(symbols: list[Draft]) -> list[str]:
    """Dotted names, `#2` on collision; a definition takes the plain name before a mere declaration does.

    All impl blocks of a type carry its plain name; their members and the type's are numbered together.
    """
    blocks = declared = dotted = False
    for draft in symbols:
        blocks = blocks or draft.kind == Kind.IMPL
        declared = declared or (bool(draft.flags) and not _DECLARED.isdisjoint(draft.flags))
        dotted = dotted or "." in draft.name  # A.prototype.f = …, beside the method f of the class A
    order: Iterable[int] = range(len(symbols))
    if blocks or declared:
        order = sorted(order, key=lambda index: _rank(symbols[index], blocks))
    taken: dict[tuple[object, str], int] = {}
    number = [1] * len(symbols)
    for index in order:
        draft = symbols[index]
        if draft.kind == Kind.IMPL:
            continue
        parent: object = draft.parent
        if blocks and draft.parent != NONE and symbols[draft.parent].kind in _SHARES_MEMBERS:
            parent = (symbols[draft.parent].parent, symbols[draft.parent].name)
        taken[(parent, draft.name)] = number[index] = taken.get((parent, draft.name), 0) + 1
    names: list[str] = []
    known: set[str] = set()
    last: dict[str, int] = {}
    for draft, count in zip(symbols, number, strict=True):
        plain = f"{_short(names[draft.parent])}.{draft.name}" if draft.parent > 0 else draft.name
        name = plain if count == 1 else f"{plain}#{count}"
        if dotted and draft.kind != Kind.IMPL:
            if name in known:
                count = last[plain] + 1
                name = f"{plain}#{count}"
            known.add(name)
            last[plain] = max(count, last.get(plain, 1))
        names.append(name)
    return names


def _rank(draft: Draft, blocks: bool) -> tuple[bool, bool]:
    """Declarations come after definitions, fields after methods of the same type."""
    return not _DECLARED.isdisjoint(draft.flags), blocks and draft.kind == Kind.FIELD


def _short(name: str) -> str:
    """A parent's name, bounded: hostile nesting would make names of quadratic size."""
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{name[: _LONGEST_NAME // 2]}…{hashlib.blake2b(name.encode('utf-8', 'replace'), digest_size=6).hexdigest()}"


_LONGEST_NAME: Final = 400
_SHARES_MEMBERS: Final = frozenset({Kind.IMPL, Kind.STRUCT, Kind.ENUM, Kind.UNION})
_DECLARED: Final = frozenset({"declaration", "overload"})
