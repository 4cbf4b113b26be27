"""Classes: their members, bases and lookup order. Takes class values, gives members with evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import TYPE_CHECKING

from callmap.link.evidence import INFERRED, STATIC, Found, Founds, Value, several, steps
from callmap.link.world import File
from callmap.model import CALLABLE_KINDS, NONE, Kind, Op

if TYPE_CHECKING:
    from callmap.link.names import Names


class Classes:
    """Part of `Names`."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.world = names.world
        self._members: dict[Hashable, Founds] = {}
        self._mro: dict[Hashable, tuple[Value, ...]] = {}
        self._impls: dict[Value, list[tuple[str, int]]] | None = None

    def member(self, owner: Value, name: str) -> Founds:
        """A member of a class, of its instances (kind "instance") or of its bases (kind "super"), along the MRO."""
        question = (owner, name)
        return self.names.cycles.settle(self._members, question, lambda _: self._member(owner, name), ())

    def _member(self, owner: Value, name: str) -> Founds:
        line = self.mro(owner.as_kind("class"))
        if owner.kind == "super":
            line = line[1:]
        external = None
        enum = any(cls.name in self.world.files[owner.path].language.enums for cls in line)
        for index, cls in enumerate(line):
            if cls.kind == "external":
                external = external or cls
                continue
            found = self.own_member(cls.as_kind(owner.kind), name)
            if found and enum and owner.kind == "class" and all(f.value.kind not in _METHODS for f in found):
                return (Found(owner.as_kind("instance"), STATIC, (f"a member of {self.world.symbol(cls).name}",)),)
            if found:
                if index and owner.kind != "super":
                    step = f"inherited from {self.world.symbol(cls).name}"
                    return tuple(f.but(via=steps((step,), f.via)) for f in found)
                return found
            if self._has(cls, name):
                return ()  # its own, but not known: no base is asked
        if external is not None:
            separator = self.world.files[owner.path].language.separator
            return (Found(Value("external", "", NONE, f"{external.name}{separator}{name}"), STATIC, ()),)
        return ()

    def _has(self, cls: Value, name: str) -> bool:
        """Whether the class itself has a member of that name, known or not."""
        for path, symbol in self.parts_of(cls):
            file = self.world.files[path]
            if name in file.names.get(file.facts.symbols[symbol].scope, ()) or name in file.attributes(symbol):
                return True
        return False

    def own_member(self, cls: Value, name: str) -> Founds:
        """A member that the class itself has: in its body, its impl blocks, or assigned to its receiver."""
        found: list[Found] = []
        for path, symbol in self.parts_of(cls):
            file = self.world.files[path]
            scope = file.facts.symbols[symbol].scope
            called = file.facts.symbols[symbol].kind in CALLABLE_KINDS  # a constructor function: its names are locals
            places = None if called else file.names.get(scope, {}).get(name)
            if places:
                places = self._readable(file, places, cls.kind)
                values = self.names.bindings(file, file.at_end(scope, places))
                if values is None:
                    values = (Found(Value("attribute", path, symbol, name), INFERRED, ()),)
                if values or name not in file.attributes(symbol):
                    found.extend(values)
                    continue
            stores = file.attributes(symbol).get(name, ())
            declared = [file.facts.stores[store].type for store in stores if file.facts.stores[store].type != NONE]
            typed = [each for type in declared for each in self.names.types.instances(file, type)]
            if typed:
                found.extend(typed)
            elif stores:
                found.append(Found(Value("attribute", path, symbol, name), INFERRED, ()))
        return several(found)

    @staticmethod
    def _readable(file: File, places: list[int], kind: str) -> list[int]:
        """Of namesakes those that a read finds: no setter; the static ones of a class, the others of an instance."""
        if len(places) == 1:
            return places
        flags: dict[int, tuple[str, ...]] = {}
        for place in places:
            value = file.facts.bindings[place].value
            if value != NONE and file.code.op(value) == Op.DECORATED:
                value = file.code.parts(value)[0]
            known = value != NONE and file.code.op(value) == Op.FUNCTION
            flags[place] = file.facts.symbols[file.code.parts(value)[0]].flags if known else ()
        readable = [place for place in places if "setter" not in flags[place]] or places
        fitting = [place for place in readable if ("static" in flags[place]) == (kind == "class")]
        return fitting or readable

    def parts_of(self, cls: Value) -> list[tuple[str, int]]:
        """The symbols that hold a class's members: itself and its impl blocks."""
        return [(cls.path, cls.symbol), *self.impls().get(cls.as_kind("class"), ())]

    def impls(self) -> dict[Value, list[tuple[str, int]]]:
        """Class → its impl blocks: those without a trait first."""
        if self._impls is None:
            self._impls = defaultdict(list)
            blocks = [
                (bool(symbol.bases), path, index, symbol.target)
                for path, file in self.world.files.items()
                for index, symbol in enumerate(file.facts.symbols)
                if symbol.kind == Kind.IMPL
            ]
            for _, path, index, target in sorted(blocks):
                file = self.world.files[path]
                for owner in self.names.expression(file, self.names.types.bare(file, target)) or ():
                    if owner.value.kind == "class":
                        self._impls[owner.value].append((path, index))
        return self._impls

    def bases(self, cls: Value) -> list[Found]:
        """The classes (or externals) it extends or implements, as written; what is not known is left out."""
        found: list[Found] = []
        for path, symbol in self.parts_of(cls):
            file = self.world.files[path]
            for base in file.facts.symbols[symbol].bases:
                if file.code.op(base) == Op.KEYWORD:
                    continue
                block = (
                    file.facts.symbols[symbol].kind == Kind.IMPL
                )  # an outside trait has just the methods it is given
                for each in self.names.expression(file, self.names.types.bare(file, base)) or ():
                    if each.value.kind == "class" or (each.value.kind == "external" and not block):
                        found.append(each)
        return found

    def mro(self, cls: Value) -> tuple[Value, ...]:
        """The class and its bases in the order in which members are looked up (C3; depth first where C3 fails)."""
        if cls.kind != "class":
            return (cls,)
        return self.names.cycles.settle(self._mro, ("mro", cls), lambda _: self._linearise(cls), (cls,))

    def _linearise(self, cls: Value) -> tuple[Value, ...]:
        bases = list(dict.fromkeys(base.value for base in self.bases(cls) if base.value != cls))
        if len(bases) < 2:
            return (cls, *(v for base in bases for v in self.mro(base) if v != cls))
        return (cls, *(v for v in _merge([*(list(self.mro(base)) for base in bases), bases]) if v != cls))


_METHODS = frozenset({"function", "class"})


def _merge(lines: list[list[Value]]) -> list[Value]:
    """C3's merge of linearisations; where it has no answer, depth first without repeats."""
    pending = [list(line) for line in lines if line]
    result: list[Value] = []
    while pending:
        for line in pending:
            head = line[0]
            if not any(head in other[1:] for other in pending):
                break
        else:
            return list(dict.fromkeys([*result, *(value for line in pending for value in line)]))
        result.append(head)
        pending = [[v for v in line if v != head] for line in pending]
        pending = [line for line in pending if line]
    return result
