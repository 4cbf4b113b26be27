"""Classes whose base is computed: takes the expression of a base, gives classes, from facts alone.

    const Flying = (Base) => class extends Base { … }
    class Bird extends Flying(Animal) { … }

A call of a function that returns a class is that class; a parameter is what all calls of its function pass to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, Found, Founds, Value, several, steps
from callmap.link.file import File
from callmap.link.world import ANY_MAKER, NAMELESS
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.names import Names

MIXED: Final = "mixed"  # of notes: which calls make classes
_DEEPEST: Final = 8
_NAMING: Final = frozenset({Op.NAME, Op.MEMBER, Op.ATTRIBUTE})


class Mixins:
    """Part of `Names`."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.world = names.world
        self._calls: dict[Value, list[tuple[File, int]]] = {}

    def base(self, file: File, at: int, depth: int = 0) -> Founds:
        """The classes that the expression of a base may be."""
        if at == NONE or depth > _DEEPEST:
            return ()
        try:
            found = self.names.expression(file, at)
        except RecursionError:  # nested too deeply to follow
            self.names.depth.level = 0
            return ()
        if found is not None and not any(each.value.kind == "variable" for each in found):
            return found
        op = file.code.op(at)
        if found is not None:
            return several([each for one in found for each in self._variable(one, depth)])
        if op == Op.CALL:
            return self._result(file, at, depth)
        if op == Op.DECORATED:  # by something that facts do not decide
            return tuple(each.but(level=INFERRED, via=("decorated",)) for each in self.base(file, file.code.first(at)))
        if op == Op.NAME:
            scope, mark, branch = file.code.parts(at)
            where, places = file.lookup(scope, file.code.text(at), mark)
            self.names.note_name(file, scope, file.code.text(at))
            if where == NONE:
                return ()
            chosen = file.chosen(scope, where, places, mark, branch)
            values = [file.bound[index] for index in chosen]
            return several([each for value in values if value != NONE for each in self.base(file, value, depth + 1)])
        if op == Op.PARAMETER:
            function, index = file.code.parts(at)
            found = self._passed(Value("function", file.path, function), index, depth)
            return tuple(each.but(level=max(each.level, INFERRED), via=steps(each.via, ("passed to it",)))
                         for each in found)  # fmt: skip
        return ()

    def _variable(self, found: Found, depth: int) -> Founds:
        """What another file exports, if it is computed there."""
        key = found.value
        if key.kind != "variable":
            return (found,)
        file = self.world.files[key.path]
        self.world.reading.add(file.cells(0).of(key.name))
        exported = [export.value for export in file.facts.exports if export.name == key.name]
        exported += [file.bound[place] for place in file.names.get(0, {}).get(key.name, ())]
        return tuple(each.after(found) for value in exported for each in self.base(file, value, depth + 1))

    def _result(self, file: File, call: int, depth: int) -> Founds:
        """The classes that a call gives."""
        found: list[Found] = []
        for callee in self.names.alone(file, file.code.first(call)):
            if callee.value.kind != "function":
                continue
            other, expressions = self.names.returned(callee.value)
            step = (f"made by {self.world.symbol(callee.value).name}",)
            for returned in expressions:
                for each in self.base(other, returned, depth + 1):
                    if each.value.kind == "class":
                        found.append(each.but(level=INFERRED, via=steps(each.via, step)))
        return several(found)

    def _passed(self, function: Value, index: int, depth: int) -> Founds:
        """What calls pass to a parameter."""
        found: list[Found] = []
        for file, call in self._calls_of(function):
            given = file.code.parts(call)[1:]
            if index < len(given):
                found.extend(each for each in self.base(file, given[index], depth + 1) if each.value.kind == "class")
        return several(found)

    def _calls_of(self, maker: Value) -> list[tuple[File, int]]:
        """The calls of a function that makes classes from what it is given."""
        name = self.world.symbol(maker).short_name
        self.world.note(MIXED, name)
        self.world.note(MIXED, ANY_MAKER)
        known = self._calls.get(maker)
        if known is None:
            known = self._calls[maker] = []
            with self.world.unnoted():
                known += [
                    (file, at) for file in self.world.callers_of_maker(name) for at in self._calls_in(file, maker, name)
                ]
        return known

    def _calls_in(self, file: File, maker: Value, name: str) -> Iterator[int]:
        imports = {name, *NAMELESS}
        own = {own for each in file.facts.imports for imported, own in each.names if imported in imports}
        for call in file.calls:
            callee = file.code.first(call.expression)
            if callee == NONE or file.code.op(callee) not in _NAMING:
                continue
            text = file.code.text(callee)
            if (text == name or text in own) and any(each.value == maker for each in self.names.alone(file, callee)):
                yield call.expression
