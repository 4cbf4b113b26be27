"""Definitions that are named without being called: takes a file's walk when it is over, gives the places.

`run(task)`, `[task]`, `button.click = task`, `return task`: each is a `Use` whose kind says what is done with it. Only
names that may mean a definition are noted: bound by one or by an import, or not bound in this file at all; and
attributes of such names and of the receiver; and functions without a name of their own, where they are written. What
names mean is linking's business.

Most values name nothing of the kind, so that is found out first, from plain numbers: to read a fact's field takes
longer. Sets of ops are numbers, too, with a bit for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.model import NONE, Kind, Op
from callmap.parts import Binding, Use, UseKind

if TYPE_CHECKING:
    from callmap.languages.lowering import Lowering

_DEFINES: Final = 1 << Op.FUNCTION | 1 << Op.CLASS | 1 << Op.DECORATED | 1 << Op.MEMBER | 1 << Op.MODULE
_RECEIVERS: Final = 1 << Op.THIS | 1 << Op.THIS_TYPE
_HOLDING: Final = 1 << Op.LIST | 1 << Op.TUPLE | 1 << Op.SET | 1 << Op.CONSTRUCT  # what is in them is put there …
_SAME: Final = 1 << Op.KEYWORD | 1 << Op.CHOICE | 1 << Op.REFERENCE | 1 << Op.YIELD  # … and this changes nothing
_TAKING: Final = 1 << Op.UNPACK | 1 << Op.ELEMENT  # what is taken out of a container that is written out is in it
_WRITTEN: Final = _HOLDING | _TAKING | 1 << Op.DICT | 1 << Op.CHOICE
_LOOKED: Final = _WRITTEN | _SAME | 1 << Op.FUNCTION | 1 << Op.CAST | 1 << Op.LITERAL


def mentions(b: Lowering) -> list[Use]:
    """Uses of the kinds "passed", "assigned", "stored", "returned", "held" (in a container) and "decorated"."""
    data = b.data
    look = _Look(b)
    assigned = look.bound(b.bindings)
    for call in b.calls:
        at = call.expression
        if call.form == "decorator":
            at = data[at + 4] if data[at + 2] > 1 else NONE
            if at != NONE and (data[at] == Op.FUNCTION or data[at] == Op.CLASS):
                look.note("decorated", at, call.scope, call.branch, call.line, call.column)
            continue
        for place in range(at + 4, at + 3 + data[at + 2]):
            part = data[place]
            if part != NONE and look.wants(part):
                look.at("passed", part, call.scope, call.branch, call.line, call.column)
    for binding in assigned:
        at = binding.value
        if look.wants(at) and binding.name[:3] != "<is":
            look.at("assigned", at, binding.scope, binding.branch, binding.line, 1)
    for store in b.stores:
        at = store.value
        if at != NONE and look.wants(at):
            look.at("stored", at, store.scope, store.branch, store.line, 1)
    for given in b.returns:
        at = given.value
        if at != NONE and look.wants(at) and given.kind != "raise":
            look.at("returned", at, b.symbols[given.symbol].scope, 0, given.line, 1)
    for symbol in b.symbols:
        for parameter in symbol.parameters:
            at = parameter.default
            if at != NONE and look.wants(at):
                around = b.scopes[symbol.scope].parent if symbol.scope > 0 else 0
                look.at("assigned", at, around, 0, symbol.span.line, symbol.span.column)
    look.inside()
    return look.found()


class _Value:
    """A container, or what passes a value on, to be looked into."""

    __slots__ = ("at", "branch", "column", "kind", "line", "scope")

    def __init__(self, kind: UseKind, at: int, scope: int, branch: int, line: int, column: int) -> None:
        self.kind: UseKind = kind
        self.at = at
        self.scope = scope
        self.branch = branch
        self.line = line
        self.column = column


class _Look:
    """Looks at values for what they name."""

    def __init__(self, b: Lowering) -> None:
        self._b = b
        self._data = b.data
        self._symbols = b.symbols
        self._texts = b.texts
        self._bound: dict[str, int] = {}  # name → the ops of all that it is bound to
        self._pending: list[_Value] = []
        self._made: dict[int, Use] = {}  # expression → its first mention
        self._again: list[int] | None = None  # all that was noted, in order, if something was noted twice

    def bound(self, bindings: list[Binding]) -> list[Binding]:
        """Notes which names are bound to what; gives the bindings whose value may name something."""
        data, bound = self._data, self._bound
        looked = _LOOKED | 1 << Op.NAME | 1 << Op.ATTRIBUTE
        found = []
        for binding in bindings:
            name, value = binding.name, binding.value
            mask = 0
            if value != NONE:
                mask = 1 << data[value]
                if looked & mask:
                    found.append(binding)
            known = bound.get(name)
            if known is None:
                bound[name] = mask
            elif known | mask != known:
                bound[name] = known | mask
        return found

    def wants(self, at: int) -> bool:
        """Whether a value names what may be a definition, or may hold something that does."""
        data = self._data
        op = data[at]
        if op != Op.NAME and op != Op.ATTRIBUTE:
            if not _LOOKED >> op & 1 or data[at + 2] == 0:
                return False
            if _TAKING >> op & 1:
                return data[at + 3] != NONE and _WRITTEN >> data[data[at + 3]] & 1 == 1
            return True
        attribute = op == Op.ATTRIBUTE
        while op == Op.ATTRIBUTE:
            at = data[at + 3]
            if at == NONE:
                return False
            op = data[at]
        if op != Op.NAME:
            return attribute and (_RECEIVERS | _DEFINES) >> op & 1 == 1
        bound = self._bound.get(self._texts[data[at + 1]])
        return bound is None or bound & (_DEFINES | _RECEIVERS if attribute else _DEFINES) != 0

    def at(self, kind: UseKind, at: int, scope: int, branch: int, line: int, column: int) -> None:
        """A value that is wanted."""
        op = self._data[at]
        if op == Op.NAME or op == Op.ATTRIBUTE:
            self.note(kind, at, scope, branch, line, column)
        elif op == Op.FUNCTION:
            symbol = self._symbols[self._data[at + 3]]
            if kind == "passed" or kind == "returned" or (kind == "held" and symbol.kind == Kind.LAMBDA):
                self.note(kind, at, scope, branch, symbol.span.line, symbol.span.column)
        else:
            self._pending.append(_Value(kind, at, scope, branch, line, column))

    def inside(self) -> None:
        """Looks into the containers that were found on the way."""
        data = self._data
        seen: set[int] = set()
        while self._pending:
            value = self._pending.pop()
            at, kind = value.at, value.kind
            if at in seen:
                continue
            seen.add(at)
            op, first, step, end = data[at], at + 3, 1, at + 3 + data[at + 2]
            if op == Op.DICT:
                kind, first, step = "held", first + 1, 2
            elif op == Op.CAST:
                end = min(end, first + 1)
            elif op == Op.CONSTRUCT:
                kind, first = "held", first + 1
            elif _HOLDING >> op & 1:
                kind = "held"
            while first < end:
                part = data[first]
                first += step
                if part != NONE and self.wants(part):
                    self.at(kind, part, value.scope, value.branch, value.line, value.column)

    def note(self, kind: UseKind, at: int, scope: int, branch: int, line: int, column: int) -> None:
        """A mention; where the name itself stands, if that is known."""
        if self._again is not None:
            self._again.append(at)
        if at in self._made:
            if self._again is None:
                self._again = [*self._made, at]
            return
        b, op = self._b, self._data[at]
        if op == Op.NAME:
            scope, branch = self._data[at + 3], self._data[at + 5]
        if op != Op.FUNCTION and op != Op.CLASS:
            start = b.start_of(at)
            if start != NONE:
                line, column = b.place(start)
            elif op != Op.NAME:
                read = b.read_at(at)
                if read is not None:
                    line, column = read.line, read.column
        self._made[at] = Use(kind, at, scope, branch, line, column)

    def found(self) -> list[Use]:
        """All mentions, those of the outermost values last: of what is mentioned twice, where that was last."""
        if self._again is None:
            found = list(self._made.values())
            found.reverse()
            return found
        return [self._made[at] for at in dict.fromkeys(reversed(self._again))]
