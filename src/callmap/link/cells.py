"""What others can see of a file: takes two versions of it, gives the cells (see link/reads.py) that differ. Pure.

A cell is compared by its structure: definitions by name, bindings by their order among namesakes, containers by the
definition before them. So what moves down because a line was added above stays the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, Final

from callmap.link.cycles import Depth
from callmap.link.file import BODIES, EACH, RETURNED, File
from callmap.link.flow import is_replaced
from callmap.link.instances import keeping
from callmap.link.notes import IMPORTS
from callmap.link.promises import rejects
from callmap.link.registrations import registrations
from callmap.model import CALLABLE_KINDS, NONE, Op, Symbol

Shown = tuple[Any, ...]
_CONTAINERS: Final = frozenset({Op.LIST, Op.TUPLE, Op.SET, Op.DICT})
_DEFINED: Final = frozenset({Op.FUNCTION, Op.CLASS})


def changed_cells(old: File, new: File) -> set[str]:
    """The names of the cells that differ between two versions of a file."""
    try:
        before, after = Faces(old).cells(), Faces(new).cells()
    except RecursionError:  # nested too deeply to compare
        return {BODIES, *all_cells(old), *all_cells(new)}
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return changed | {BODIES}


def all_cells(file: File) -> set[str]:
    """The names of all its cells, and maybe more."""
    named = {file.cell(scope, name) for scope, names in file.names.items() for name in names}
    stored = {f"{symbol.name}.{name}" for at, symbol in enumerate(file.facts.symbols) for name in file.attributes(at)}
    each = {f"{symbol.name}{part}" for symbol in file.facts.symbols for part in ("", f".{EACH}", f".{RETURNED}")}
    return named | stored | each | {EACH, IMPORTS} | {export.name for export in file.facts.exports}


def members(cells: Iterable[str]) -> set[str]:
    """The names that members of classes have whose cells these are, and maybe more: Shop.total"""
    found: set[str] = set()
    for cell in cells:
        _, dot, name = cell.partition(".")
        while dot:
            found.add(name)
            _, dot, name = name.partition(".")
    return found


class Places:
    """Where expressions of a file stand: takes an offset, gives the definition before it and the distance, and back."""

    def __init__(self, file: File) -> None:
        found = {0: ""}
        for at in file.bound:
            if at != NONE and file.code.op(at) == Op.DECORATED:
                at = file.code.first(at)
            if at != NONE and file.code.op(at) in _DEFINED:
                found.setdefault(at, file.facts.symbols[file.code.first(at)].name)
        self._starts = sorted(found)
        self.anchors = [found[start] for start in self._starts]
        self._by_name = dict(zip(self.anchors, self._starts, strict=True))

    def of(self, offset: int) -> tuple[str, int]:
        """(the definition before it, how far before)"""
        at = bisect_right(self._starts, offset) - 1
        return self.anchors[at], offset - self._starts[at]

    def at(self, anchor: str, distance: int) -> int | None:
        """The offset of a place; None if nothing stands there now."""
        start = self._by_name.get(anchor)
        if start is None:
            return None
        following = bisect_right(self._starts, start)
        if following < len(self._starts) and start + distance >= self._starts[following]:
            return None
        return start + distance


class Faces:
    """Shows what is outside a file's functions, so that it can be compared."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._places = Places(file)
        self._depth = Depth()

    def cells(self) -> dict[str, Shown]:
        """Name of a cell → what it holds."""
        file, found = self._file, dict[str, list[Any]]()
        for scope, names in file.names.items():
            for name, places in names.items():
                found.setdefault(file.cell(scope, name), []).append(self._bindings(scope, places))
        for bound in file.facts.bindings:
            if file.facts.scopes.kind(bound.scope) in ("class", "members"):
                cell = file.cell(bound.scope, EACH)
                shown = bound.name, self._expression(bound.value), self._expression(bound.type)
                found.setdefault(cell, []).append(shown)
        for index, symbol in enumerate(file.facts.symbols):
            if index:
                found.setdefault(symbol.name, []).append(self._definition(index, symbol))
                if returned := file.returns(index):
                    found[f"{symbol.name}.{RETURNED}"] = [self._expression(at) for at in returned]
            attributes = file.attributes(index)
            if attributes:
                found.setdefault(f"{symbol.name}.{EACH}", []).append(list(attributes))
            for name, stores in attributes.items():
                types = tuple(self._expression(file.facts.stores.type(store)) for store in stores)
                by, number = keeping(file, index).get(name, (NONE, NONE))
                kept = (file.facts.symbols[by].name, number) if by != NONE else ()
                found.setdefault(f"{symbol.name}.{name}", []).append((types, kept, is_replaced(file, index, name)))
        found[IMPORTS] = [(each.module, each.names) for each in file.facts.imports]
        for export in file.facts.exports:
            found.setdefault(export.name, []).append(("export", self._expression(export.value)))
        if file.facts.exports:
            found.setdefault("*", []).append("exports")
            found[EACH] = [export.name for export in file.facts.exports]
        return {name: tuple(held) for name, held in found.items()}

    def _bindings(self, scope: int, places: list[int]) -> Shown:
        bindings, branches = self._file.facts.bindings, self._file.facts.branches
        always, known = self._file.facts.scopes.branch(scope), dict[int, int]()
        shown: list[Shown] = []
        for place in places:
            bound = bindings[place]
            around: list[Any] = []
            branch = bound.branch
            while branch not in (NONE, always):
                first = self._file.alternatives()[branch]
                numbers = known.setdefault(branch, len(known)), known.setdefault(first, len(known))
                leaving = self._file.leaving()
                others = tuple(leaving[each] for each in self._file.all_ways().get(branch, ()))
                around.append((branches.kind(branch), leaving[branch], *numbers, others))
                branch = branches.parent(branch)
            value, type = self._expression(bound.value), self._expression(bound.type)
            shown.append((value, type, branch == always, tuple(around)))
        return tuple(shown)

    def _definition(self, index: int, symbol: Symbol) -> Shown:
        file, show = self._file, self._expression
        names = file.facts.symbols
        given: Shown = ()
        if symbol.kind in CALLABLE_KINDS:
            returned = file.yields(index) if "generator" in symbol.flags else file.returns(index)
            closed = sorted(names[each].name for each in file.closures().get(index, ()))
            registers = index in registrations(file)
            kept = [file.kept_parameter(index, each) for each in symbol.parameters]
            filled = tuple(self._places.of(at) if at != NONE else () for at in kept)
            given = (tuple(map(self._gives, returned)), tuple(closed), file.receiver_kind(index), registers, filled,
                     rejects(file, index))  # fmt: skip
        return (
            symbol.kind, symbol.flags, symbol.scope == NONE, names[symbol.parent].name, show(symbol.type),
            symbol.signature if "macro_defined" in symbol.flags else "",
            tuple((each.name, each.form, show(each.type), show(each.default)) for each in symbol.parameters),
            tuple(map(show, symbol.bases)), tuple(map(show, symbol.decorators)), show(symbol.target), given,
        )  # fmt: skip

    def _gives(self, at: int) -> Shown:
        """As much of what a function returns as tells whether it is its receiver."""
        code = self._file.code
        op = code.op(at)
        if op == Op.CALL:
            inner = code.first(at)
            return (op, self._gives(inner)) if inner != NONE and code.op(inner) != Op.CALL else (op,)
        if op != Op.NAME:
            return (op,)
        scope, mark, branch = code.parts(at)
        where, places = self._file.lookup(scope, code.text(at), mark)
        values = [self._file.facts.bindings.value(place) for place in self._file.reaching(places, mark, branch)]
        return (op, where != NONE, tuple(code.op(value) if value != NONE else NONE for value in values))

    def _expression(self, at: int) -> Shown:
        if at == NONE:
            return ()
        file, code = self._file, self._file.code
        op, text, parts = code.op(at), code.text(at), code.parts(at)
        symbols = file.facts.symbols
        if op == Op.NAME:
            scope, mark, branch = parts
            where, places = file.lookup(scope, text, mark)
            if where == NONE:
                return (op, text)
            if len(places) > 1:
                chosen = file.chosen(scope, where, places, mark, branch, at)
                return (op, text, file.cell(where, text), tuple(places.index(each) for each in chosen))
            return (op, text, file.cell(where, text))
        if op in _DEFINED:
            symbol = symbols[parts[0]]
            return (op, symbol.name, symbol.kind, symbol.flags)
        if op == Op.PARAMETER:
            return (op, symbols[parts[0]].name, *parts[1:])
        if op in (Op.THIS, Op.THIS_TYPE):
            around = file.class_around(parts[0])
            return (op, symbols[around].name if around != NONE else "", *(symbols[each].name for each in parts[1:]))
        if op == Op.SUPER:
            around = file.class_around(parts[0])
            return (op, symbols[around].name if around != NONE else "", *[self._expression(part) for part in parts[1:]])
        self._depth.enter()
        inner = [self._expression(part) for part in parts]
        self._depth.level -= 1
        return (op, text, self._places.of(at) if op in _CONTAINERS else (), *inner)
