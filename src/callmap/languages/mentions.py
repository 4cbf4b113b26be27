"""Definitions that are named without being called: takes a file's walk when it is over, gives the places.

`run(task)`, `[task]`, `button.click = task`, `return task`: each is a `Use` whose kind says what is done with it. Only
names that may mean a definition are noted: bound by one or by an import, or not bound in this file at all; and
attributes of such names and of the receiver; and functions without a name of their own, where they are written. What
names mean is linking's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.model import NONE, Kind, Op, Use

if TYPE_CHECKING:
    from callmap.languages.lowering import Lowering

_DEFINES: Final = frozenset({Op.FUNCTION, Op.CLASS, Op.DECORATED, Op.MEMBER, Op.MODULE})
_RECEIVERS: Final = frozenset({Op.THIS, Op.THIS_TYPE})
_HOLDING: Final = frozenset({Op.LIST, Op.TUPLE, Op.SET, Op.CONSTRUCT})  # what is in them is put there …
_SAME: Final = frozenset({Op.KEYWORD, Op.CHOICE, Op.REFERENCE, Op.YIELD})  # … and this changes nothing
_TAKING: Final = frozenset({Op.UNPACK, Op.ELEMENT})  # what is taken out of a container that is written out is in it
_WRITTEN: Final = _HOLDING | _TAKING | {Op.DICT, Op.CHOICE}
_LOOKED: Final = _WRITTEN | _SAME | {Op.NAME, Op.ATTRIBUTE, Op.FUNCTION, Op.CAST, Op.LITERAL}
_Mention = tuple[str, int, int, int, int, int]  # kind, expression, scope, branch, line, column


def mentions(b: Lowering) -> list[Use]:
    """Uses of the kinds "passed", "assigned", "stored", "returned", "held" (in a container) and "decorated"."""
    names = _Names(b)
    places: dict[int, tuple[int, int]] | None = None
    found: list[Use] = []
    for kind, at, scope, branch, line, column in _named(b):
        if b.data[at] == Op.FUNCTION or b.data[at] == Op.CLASS:
            found.append(Use(kind, at, scope, branch, line, column))
            continue
        if not names.may_define(at):
            continue
        if b.data[at] == Op.NAME:
            scope, branch = b.data[at + 3], b.data[at + 5]
        start = b.starts.get(at)
        if start is not None:
            line, column = b.place(start)
        elif b.data[at] != Op.NAME:
            if places is None:
                places = {use.expression: (use.line, use.column) for use in b.uses if use.kind == "attribute"}
            line, column = places.get(at, (line, column))
        found.append(Use(kind, at, scope, branch, line, column))
    return found


def _named(b: Lowering) -> list[_Mention]:
    """Each name and attribute that is used as a value."""
    data = b.data
    look = _Look(b)
    for call in b.calls:
        at = call.expression
        if call.form == "decorator":
            at = data[at + 4] if data[at + 2] > 1 else NONE
            if at != NONE and (data[at] == Op.FUNCTION or data[at] == Op.CLASS):
                look.found.append(("decorated", at, call.scope, call.branch, call.line, call.column))
            continue
        for part in data[at + 4 : at + 3 + data[at + 2]]:
            if part != NONE and data[part] in _LOOKED:
                look.at("passed", part, call.scope, call.branch, call.line, call.column)
    for binding in b.bindings:
        at = binding.value
        if at != NONE and data[at] in _LOOKED and binding.name[:3] != "<is":
            look.at("assigned", at, binding.scope, binding.branch, binding.line, 1)
    for store in b.stores:
        look.at("stored", store.value, store.scope, store.branch, store.line, 1)
    for given in b.returns:
        at = given.value
        if at != NONE and data[at] in _LOOKED and given.kind != "raise":
            look.at("returned", at, b.symbols[given.symbol].scope, 0, given.line, 1)
    for symbol in b.symbols:
        for parameter in symbol.parameters:
            if parameter.default != NONE:
                around = b.scopes[symbol.scope].parent if symbol.scope > 0 else 0
                look.at("assigned", parameter.default, around, 0, symbol.span.line, symbol.span.column)
    look.inside()
    return list({each[1]: each for each in reversed(look.found)}.values())


class _Look:
    """Looks at values for what they name; `found` are the mentions."""

    def __init__(self, b: Lowering) -> None:
        self._data = b.data
        self._symbols = b.symbols
        self._pending: list[_Mention] = []
        self.found: list[_Mention] = []

    def at(self, kind: str, at: int, scope: int, branch: int, line: int, column: int) -> None:
        if at == NONE:
            return
        op = self._data[at]
        if op == Op.NAME or op == Op.ATTRIBUTE:
            self.found.append((kind, at, scope, branch, line, column))
        elif op == Op.FUNCTION:
            symbol = self._symbols[self._data[at + 3]]
            if kind == "passed" or kind == "returned" or (kind == "held" and symbol.kind == Kind.LAMBDA):
                self.found.append((kind, at, scope, branch, symbol.span.line, symbol.span.column))
        elif op in _LOOKED:
            self._pending.append((kind, at, scope, branch, line, column))

    def inside(self) -> None:
        """Looks into the containers that were found on the way."""
        data = self._data
        seen: set[int] = set()
        while self._pending:
            kind, at, scope, branch, line, column = self._pending.pop()
            if at in seen:
                continue
            seen.add(at)
            op, parts = data[at], data[at + 3 : at + 3 + data[at + 2]]
            if op == Op.DICT:
                kind, parts = "held", parts[1::2]
            elif op == Op.CAST:
                parts = parts[:1]
            elif op == Op.CONSTRUCT:
                kind, parts = "held", parts[1:]
            elif op in _HOLDING:
                kind = "held"
            elif op in _TAKING:
                parts = [part for part in parts if part != NONE and data[part] in _WRITTEN]
            for part in parts:
                self.at(kind, part, scope, branch, line, column)


class _Names:
    """Which names of a file may mean a definition."""

    def __init__(self, b: Lowering) -> None:
        self._data = b.data
        self._texts = list(b.strings)
        self._bound: dict[str, set[int]] = {}
        for binding in b.bindings:
            name = binding.name
            known = self._bound.get(name)
            if known is None:
                known = self._bound[name] = set()
            value = binding.value
            known.add(b.data[value] if value != NONE else NONE)

    def may_define(self, at: int) -> bool:
        data = self._data
        wanted, attribute = _DEFINES, False
        while data[at] == Op.ATTRIBUTE:
            at, attribute = data[at + 3], True
            if at == NONE:
                return False
        op = data[at]
        if op != Op.NAME:
            return attribute and (op in _RECEIVERS or op in _DEFINES)
        bound = self._bound.get(self._texts[data[at + 1]])
        if bound is None:
            return True
        return not bound.isdisjoint(wanted) or (attribute and not bound.isdisjoint(_RECEIVERS))
