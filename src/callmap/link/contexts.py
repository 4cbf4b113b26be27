"""What parameters of a function are by the place where it is written. Takes expressions of types that stand for such a
place, gives instances with evidence.

    function watch(path: string, callback: (event: Change) => void) { … }
    watch("a", (event) => event.show());

Five forms of FUNCTION_TYPE, made where no type is written: "argument 1" is the type of what a callee is given there,
"property onDone" that of a member of a type, "parameter 0" that of a parameter of a function of such a type, "returned"
that of what such a function gives, "receiver" that of `this` in the functions of an object of such a type. A type says
that by a part "this" (TypeScript's ThisType).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from callmap.link import lookups
from callmap.link.evidence import Found, Founds, Value, several
from callmap.link.file import BODIES, File
from callmap.model import CALLABLE_KINDS, NONE, Op

if TYPE_CHECKING:
    from callmap.link.types import Types

_DEEPEST = 8
_DEFINED = frozenset({Op.CLASS, Op.FUNCTION, Op.MODULE, Op.MEMBER, Op.DECORATED})
Known = dict[str, tuple[File, int]]  # type parameter → the type that is written for it
Signature = tuple[File, Sequence[int], Known]  # the types of a function's parameters, in a file


class Contexts:
    """Part of `Types`."""

    def __init__(self, types: Types) -> None:
        self.types = types
        self.names = types.names
        self.world = types.world

    def instances(self, file: File, at: int, depth: int) -> Founds:
        """What a value at such a place may be."""
        word, _, rest = file.code.text(at).partition(" ")
        if depth > _DEEPEST:
            return ()
        found: list[Found] = []
        if word == "parameter":
            for other, parameters, known in self._signatures(file, file.code.first(at), depth + 1, {}):
                type = parameters[int(rest)] if int(rest) < len(parameters) else NONE
                if type != NONE and other.code.op(type) == Op.NAME and other.code.text(type) in known:
                    found.extend(self.types.instances(*known[other.code.text(type)], depth + 1))
                elif not self._is_type_parameter(other, type):
                    found.extend(self.types.instances(other, type, depth + 1))
                elif known and type != NONE:
                    given = {name: lookups.Written(*written, {}) for name, written in known.items()}
                    for one in lookups.default(self.names, other, type, given):
                        found.extend(self.types.instances(one.file, one.at, depth + 1))
        elif word == "argument":
            for other, type, _ in self._passed(file, at):
                if not self._is_type_parameter(other, type):
                    found.extend(self.types.instances(other, type, depth + 1))
        elif word == "property":
            for other, type in self._members(file, at, depth):
                found.extend(self.types.instances(other, type, depth + 1))
        elif word == "receiver":
            for other, type in self._receivers(file, file.code.first(at), depth + 1, {}, ()):
                found.extend(self.types.instances(other, type, depth + 1))
        return several(found)

    def _receivers(
        self, file: File, at: int, depth: int, known: Known, passed: Sequence[tuple[File, int]]
    ) -> list[tuple[File, int]]:
        """What `this` is in functions of an object of a type; `passed` are the arguments of the alias that it is of."""
        if at == NONE or depth > _DEEPEST:
            return []
        code, op = file.code, file.code.op(at)
        if op == Op.CHOICE:
            return [e for part in code.parts(at) for e in self._receivers(file, part, depth + 1, known, passed)]
        if op == Op.FUNCTION_TYPE:
            word = code.text(at).partition(" ")[0]
            if word == "this":
                return self._meant(file, code.first(at), known, passed)
            if word == "argument":
                types = self._passed(file, at)
                return [e for other, type, own in types for e in self._receivers(other, type, depth + 1, own, ())]
            members = self._members(file, at, depth) if word == "property" else []
            return [e for other, type in members for e in self._receivers(other, type, depth + 1, {}, ())]
        given: list[tuple[File, int]] = []
        if op == Op.ITEM:
            given = [e for each in lookups.arguments(file, at) for e in self._meant(file, each, known, passed)[:1]]
            at = code.first(at)
            op = code.op(at)
        found: list[tuple[File, int]] = []
        for each in self.names.alone(file, at) if op in (Op.NAME, Op.ATTRIBUTE, Op.MEMBER) else ():
            symbol = self.world.symbol(each.value) if each.value.kind == "class" else None
            if symbol is not None and symbol.scope == NONE and symbol.type != NONE:
                found.extend(self._receivers(self._file(each.value), symbol.type, depth + 1, {}, given))
        return found

    def _meant(self, file: File, at: int, known: Known, passed: Sequence[tuple[File, int]]) -> list[tuple[File, int]]:
        """A type, or what is written for it where it is a type parameter of a function or of an alias."""
        if at == NONE or file.code.op(at) != Op.NAME:
            return [] if at == NONE else [(file, at)]
        name = file.code.text(at)
        if name in known:
            return [known[name]]
        where = file.lookup(file.code.parts(at)[0], name)[0]
        if where != NONE and file.scopes.kind(where) == "block":
            place = list(file.names[where]).index(name)
            return [passed[place]] if place < len(passed) else []
        return [] if self._is_type_parameter(file, at) else [(file, at)]

    def _signatures(self, file: File, at: int, depth: int, known: Known) -> list[Signature]:
        """The parameters of the functions that a type describes."""
        if at == NONE or depth > _DEEPEST:
            return []
        code, op = file.code, file.code.op(at)
        if op == Op.CHOICE:
            return [each for part in code.parts(at) for each in self._signatures(file, part, depth + 1, known)]
        if op == Op.ITEM:
            return self._signatures(file, code.first(at), depth + 1, known)
        if op == Op.FUNCTION_TYPE:
            word = code.text(at).partition(" ")[0]
            if word in ("", "new"):
                return [(file, code.parts(at)[1:], known)]
            if word == "argument":
                passed = self._passed(file, at)
                return [e for other, type, own in passed for e in self._signatures(other, type, depth + 1, own)]
            if word == "returned":
                results = self._results(file, code.first(at), depth + 1)
                return [e for other, type in results for e in self._signatures(other, type, depth + 1, {})]
            if word == "this":
                return []
            return self._methods(file, at, depth)
        found: list[Signature] = []
        for each in self.names.alone(file, at) if op in (Op.NAME, Op.ATTRIBUTE, Op.MEMBER) else ():
            symbol = self.world.symbol(each.value) if each.value.kind == "class" else None
            if symbol is not None and symbol.scope == NONE and symbol.type != NONE:  # type Handler = (event: E) => void
                found.extend(self._signatures(self._file(each.value), symbol.type, depth + 1, known))
        return found

    def _results(self, file: File, at: int, depth: int) -> list[tuple[File, int]]:
        """The declared types of what the functions give that a type describes."""
        if at == NONE or depth > _DEEPEST:
            return []
        code, op = file.code, file.code.op(at)
        if op == Op.FUNCTION_TYPE:
            word = code.text(at)
            if not word:
                return [(file, code.first(at))]
            outer = self._results(file, code.first(at), depth + 1) if word == "returned" else []
            return [each for other, type in outer for each in self._results(other, type, depth + 1)]
        found: list[tuple[File, int]] = []
        for each in self.names.alone(file, at) if op in (Op.NAME, Op.ATTRIBUTE, Op.MEMBER) else ():
            symbol = self.world.symbol(each.value) if each.value.kind == "class" else None
            if symbol is not None and symbol.scope == NONE and symbol.type != NONE:  # type Make = () => Handler
                found.extend(self._results(self._file(each.value), symbol.type, depth + 1))
        return found

    def _passed(self, file: File, at: int) -> list[tuple[File, int, Known]]:
        """The declared types of what the functions are given that a call means."""
        index = int(file.code.text(at).partition(" ")[2])
        callee, *declared = file.code.parts(at)
        found: list[tuple[File, int, Known]] = []
        for each in self.names.alone(file, callee) or self._methods_of_made(file, callee):
            value = each.value
            made = self.names.classes.member(value, "constructor") if value.kind == "class" else (each,)
            for function in made:
                if function.value.kind == "function":
                    symbol = self.world.symbol(function.value)
                    other = self._file(function.value)
                    if index < len(symbol.parameters):
                        known: Known = {}
                        if declared and declared[0] != NONE:
                            known = self._known(other, symbol.type, file, declared[0])
                        if len(declared) > 1:
                            known.update(self._written(other, symbol.scope, file, declared[1]))
                        found.append((other, symbol.parameters[index].type, known))
        return found

    def _methods_of_made(self, file: File, at: int) -> list[Found]:
        """new App().on, app.on with const app = new App()"""
        if file.code.op(at) != Op.ATTRIBUTE:
            return []
        made = file.code.first(at)
        if made != NONE and file.code.op(made) == Op.NAME:
            places = file.lookup(file.code.parts(made)[0], file.code.text(made))[1]
            made = file.bound[places[0]] if len(places) == 1 else NONE
        if made == NONE or file.code.op(made) != Op.CONSTRUCT:
            return []
        classes = [each.value for each in self.names.alone(file, file.code.first(made)) if each.value.kind == "class"]
        name = file.code.text(at)
        return [each for cls in classes for each in self.names.classes.member(cls.as_kind("instance"), name)]

    def _known(self, other: File, result: int, file: File, declared: int) -> Known:
        """const x: Box<A> = make(…), where make gives a Box<T>: T is A"""
        if result == NONE or other.code.op(result) != Op.ITEM or file.code.op(declared) != Op.ITEM:
            return {}
        pairs = zip(lookups.arguments(other, result), lookups.arguments(file, declared), strict=False)
        return {other.code.text(own): (file, type) for own, type in pairs if other.code.op(own) == Op.NAME}

    def _written(self, other: File, scope: int, file: File, types: int) -> Known:
        """make<A>(…), where make has a type parameter T: T is A"""
        named: list[str] = []
        for name, places in other.names.get(scope, {}).items():
            value = other.bound[places[0]]
            op = other.code.op(value) if value != NONE else NONE
            if op == Op.PARAMETER:
                break
            if op != Op.FUNCTION:  # its own name
                named.append(name)
        return {name: (file, type) for name, type in zip(named, file.code.parts(types), strict=False)}

    def _members(self, file: File, at: int, depth: int) -> list[tuple[File, int]]:
        """The declared types of a member of a type."""
        name = file.code.text(at).partition(" ")[2]
        found: list[tuple[File, int]] = []
        for owner in self.types.instances(file, file.code.first(at), depth + 1):
            if owner.value.kind == "object":
                other = self._file(owner.value)
                named = other.items(owner.value.symbol, name)[0]
                found.extend([(other, other.code.first(each)) for each in named if other.code.op(each) == Op.INSTANCE])
            for other, place in self._places(owner.value, name):
                if other.bindings.type(place) != NONE:
                    found.append((other, other.bindings.type(place)))
        return found

    def _methods(self, file: File, at: int, depth: int) -> list[Signature]:
        """The parameters of a member of a type, be it declared as a method or by its own type."""
        name = file.code.text(at).partition(" ")[2]
        found: list[Signature] = []
        for owner in self.types.instances(file, file.code.first(at), depth + 1):
            for other, place in self._places(owner.value, name):
                value = other.bound[place]
                if value != NONE and other.code.op(value) == Op.FUNCTION:
                    symbol = other.symbols[other.code.first(value)]
                    found.append((other, [each.type for each in symbol.parameters], {}))
        for other, type in self._members(file, at, depth):
            found.extend(self._signatures(other, type, depth + 1, {}))
        return found

    def _places(self, owner: Value, name: str) -> list[tuple[File, int]]:
        """Where a class or one above binds a member: the nearest."""
        line = self.names.classes.mro(owner.as_kind("class")) if owner.kind == "instance" else ()
        for cls in line:
            if cls.kind == "class" and self.world.symbol(cls).kind not in CALLABLE_KINDS:
                file = self._file(cls)
                places = file.names.get(file.symbols[cls.symbol].scope, {}).get(name)
                if places:
                    return [(file, place) for place in places]
        return []

    def _file(self, value: Value) -> File:
        file = self.world.files[value.path]
        self.world.reading.add(file.cells(0).of(BODIES))
        return file

    @staticmethod
    def _is_type_parameter(file: File, at: int) -> bool:
        """Whether a type is a name for any type that a caller of a function chooses: what is passed tells more."""
        if at == NONE or file.code.op(at) != Op.NAME:
            return at == NONE
        bindings = [file.bindings[place] for place in file.lookup(file.code.parts(at)[0], file.code.text(at))[1]]
        return any(
            file.scopes.kind(each.scope) == "function"
            and (each.value == NONE or file.code.op(each.value) not in _DEFINED)
            for each in bindings
        )
