"""Declared types: what an annotation says a value is. Takes type expressions, gives instances with evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.contexts import Contexts
from callmap.link.evidence import INFERRED, REASON, STATIC, Found, Founds, Value, several, steps
from callmap.link.file import File
from callmap.link.promises import rejects
from callmap.model import NONE, Kind, Op

if TYPE_CHECKING:
    from callmap.link.names import Names

_BOUNDS: Final = frozenset({Op.ITEM, Op.POINTER, Op.CHOICE})


class Types:
    """Part of `Names`."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.world = names.world
        self.contexts = Contexts(self)

    @staticmethod
    def bare(file: File, at: int) -> int:
        """A type without its generics and pointers: `&Foo<T>` → `Foo`."""
        while at != NONE and file.code.op(at) in (Op.ITEM, Op.POINTER):
            at = file.code.first(at)
        return at

    def instances(self, file: File, at: int, depth: int = 0) -> Founds:
        """What a value of a declared type may be: instances of the classes that the type names."""
        if at == NONE or depth > 12:
            return ()
        op = file.code.op(at)
        if op == Op.CHOICE:
            found = [f for part in file.code.parts(at) for f in self.instances(file, part, depth + 1)]
            if len({each.value for each in found}) > 1:  # A | B: one of them
                found = [each.but(level=max(each.level, INFERRED)) for each in found]
            return several(found)
        if op == Op.POINTER:
            inner = self.instances(file, file.code.first(at), depth + 1)
            if file.code.text(at) != "[]" or file.language.value_types:
                return inner
            array = file.language.literals.get(Op.LIST, "")
            own = any(f.value.symbol != NONE for f in inner) or (bool(inner) and file.language.exact_types)
            return (self.holding(file, NONE, inner),) if array and own else ()
        if op == Op.ITEM:
            return self._generic(file, at, depth)
        if op == Op.TUPLE and file.language.exact_types:
            return self._places(file, file.code.parts(at), depth)
        if op == Op.FUNCTION_TYPE and file.code.text(at):
            return self.contexts.instances(file, at, depth)
        if op == Op.REFERENCE and file.code.text(at) == "typeof":  # the value itself
            return self.names.expression(file, file.code.first(at)) or ()
        if op == Op.DICT:  # {a: A; b(): B}: an object like that
            return (Found(Value("object", file.path, at), STATIC, ()),)
        if op not in (Op.NAME, Op.ATTRIBUTE, Op.THIS_TYPE, Op.CLASS, Op.MEMBER):
            return ()
        if op == Op.NAME and (bound := self._bound(file, at)) != NONE:
            return self.instances(file, bound, depth + 1)
        found = []
        for each in self._named(file, at):
            found.extend(self._instance_of(file, each, file.code.text(at), depth))
        return several(found)

    def _named(self, file: File, at: int) -> Founds:
        """What a type names: a class that the project's own decorator has changed is still that class."""
        found = self.names.expression(file, at)
        if found is None or any(each.value.kind == "variable" for each in found):
            return self.names.classes.mixins.base(file, at)
        return found

    def _bound(self, file: File, at: int) -> int:
        """The type that a type parameter is declared to extend, if it is more than a name, or NONE:
        <T extends Base<X>>, <T extends Base[]>, <T extends Base | null>"""
        scope, mark, _ = file.code.parts(at)
        where, places = file.lookup(scope, file.code.text(at), mark)
        if where == NONE or len(places) != 1 or file.scopes.kind(where) != "block":
            return NONE
        value = file.bound[places[0]]
        if value == NONE or file.code.op(value) not in _BOUNDS:
            return NONE
        self.names.note_name(file, scope, file.code.text(at))
        return value

    def _generic(self, file: File, at: int, depth: int) -> Founds:
        parts = file.code.parts(at)
        base, arguments = parts[0], list(parts[1:])
        if arguments and file.code.op(arguments[0]) == Op.TUPLE:
            arguments = list(file.code.parts(arguments[0]))
        name = file.code.text(base)
        language = file.language
        if name in language.wrappers:
            return self.instances(file, arguments[0], depth + 1) if arguments else ()
        if name in language.unions:
            return several([f for part in arguments for f in self.instances(file, part, depth + 1)])
        if name in language.class_wrappers:
            found = self.instances(file, arguments[0], depth + 1) if arguments else ()
            return tuple(Found(f.value.as_kind("class"), f.level, f.via)
                         for f in found if f.value.kind == "instance")  # fmt: skip
        if name in language.tuple_types and len(arguments) > 1 and file.code.op(arguments[-1]) != Op.LITERAL:
            return self._places(file, arguments, depth)
        place = self._element_place(file, base)
        if place is not None and place < len(arguments):
            elements = self._argument(file, arguments[place], depth)
            if any(f.value.kind == "instance" or f.value.of for f in elements) or language.exact_types:
                reason = self._reason(file, base, arguments, depth) if language.reason_types else ()
                return (self.holding(file, base, elements, reason),)
        return self.instances(file, base, depth + 1)

    def _argument(self, file: File, at: int, depth: int) -> Founds:
        """T, Item = T"""
        return self.instances(file, file.code.first(at) if file.code.op(at) == Op.KEYWORD else at, depth + 1)

    def _reason(self, file: File, base: int, arguments: list[int], depth: int) -> Founds:
        """What Result<T, E> holds where it failed"""
        known = file.language.reason_types
        found = self.names.expression(file, base) or ()
        place = next((known[each.value.name] for each in found if each.value.name in known), len(arguments))
        return self.instances(file, arguments[place], depth + 1) if place < len(arguments) else ()

    def _places(self, file: File, arguments: list[int], depth: int) -> Founds:
        """tuple[A, B]: what stands at each place"""
        slots = []
        for index, argument in enumerate(arguments):
            held = tuple(each.value for each in self.instances(file, argument, depth + 1))
            if any(value.kind == "instance" or value.of for value in held):
                slots.append(Value("slot", "", NONE, str(index), held))
        type = file.language.literals.get(Op.TUPLE, "")
        return (Found(Value("structure", "", NONE, type, tuple(slots)), STATIC, ()),)

    def _element_place(self, file: File, base: int) -> int | None:
        """Which argument of a generic type is the type of its elements, if it is a container."""
        known = file.language.element_types
        found = self.names.expression(file, base) or () if known else ()
        return next((known[each.value.name] for each in found if each.value.name in known), None)

    def holding(self, file: File, base: int, elements: Founds, reason: Founds = ()) -> Found:
        """A container of declared type: list[T], dict[K, V], Iterable[T], T[]"""
        names = [each.value.name for each in self.names.expression(file, base) or ()] if base != NONE else []
        name = file.language.aliases.get(names[0], names[0]) if names else file.language.literals.get(Op.LIST, "")
        slots = [Value("slot", "", NONE, "", tuple(each.value for each in elements))]
        if reason:
            slots.append(Value("slot", "", NONE, REASON, tuple([each.value for each in reason])))
        return Found(Value("structure", "", NONE, name, tuple(slots)), STATIC, ())

    def is_weak(self, file: File, found: Founds) -> bool:
        """Whether a declared type tells less than the value itself may: a container, an object, a function's shape, a
        type outside that classes of the project may inherit from."""
        known = file.language.element_types
        for each in found:
            value = each.value
            if value.kind == "external_instance" and self._is_inheritable(file, value):
                return True
            if value.kind in ("structure", "object") or value.name in known or self.names.classes.is_open(value):
                return True
            if value.kind == "class" and self.names.classes.inherited(value):  # type[Base]
                return True
        return False

    def _instance_of(self, file: File, found: Found, text: str, depth: int) -> Founds:
        value = found.value
        via = steps(found.via, (f"annotated {text}",)) if text else found.via
        if value.kind == "function":  # `this` of a constructor function
            if not file.language.prototype:
                return ()  # a macro, where the parser saw a type: static MACRO f(void)
            name = self.world.symbol(value).name
            return (Found(value.as_kind("instance"), found.level, (f"this is {name}",)),)
        if value.kind == "class":
            symbol = self.world.symbol(value)
            if symbol.kind == Kind.TYPE and symbol.scope == NONE:
                return self.instances(self.world.files[value.path], symbol.type, depth + 1)
            return (Found(value.as_kind("instance"), found.level, via, declared=True),)
        language = file.language
        if value.kind == "external" and value.name not in language.opaque and language.external_methods:
            name = language.aliases.get(value.name, value.name)
            return (Found(Value("external_instance", "", NONE, name), found.level, via),) if name else ()
        return ()

    def result(self, function: Value, receiver: Value | None = None) -> Founds:
        """What a call of the function gives, if its declared type says so; else the key of its summary.

        `return self`, `return cls()` and a declared `Self` give what the method was taken from.
        """
        file = self.world.files[function.path]
        symbol = self.world.symbol(function)
        via = (f"returned by {symbol.name}",)
        own = receiver is not None and receiver.kind in ("instance", "class") and receiver.symbol != NONE
        found: Founds = ()
        if symbol.type != NONE:
            found = self.instances(file, symbol.type)
            if own and file.code.op(symbol.type) == Op.THIS_TYPE and file.language.prototype:  # (…): this
                return (Found(_instance(receiver), STATIC, via),)  # type: ignore[arg-type]
            if own and any(f.value.name in file.language.receiver_types for f in found):
                return (Found(_instance(receiver), STATIC, via),)  # type: ignore[arg-type]
            found = tuple(Found(f.value, f.level, via, declared=f.declared) for f in found)
            less = any(self._tells_less(file, f.value) for f in found)
            if found and not less and not _makes_object(file, function.symbol, found):
                return found
        returned = file.yields(function.symbol) if "generator" in symbol.flags else []
        returned = returned or file.returns(function.symbol)
        if not returned and not rejects(file, function.symbol):
            return found
        if (
            own
            and returned
            and "generator" not in symbol.flags
            and all(self._gives_receiver(file, at) for at in returned)
        ):
            return (Found(_instance(receiver), INFERRED, via),)  # type: ignore[arg-type]
        return (*found, Found(Value("returns", function.path, function.symbol), INFERRED, via))

    def _tells_less(self, file: File, value: Value) -> bool:
        """Whether what a function returns tells more than its type: of a class below, a function itself, or what is in
        a container."""
        if self.names.classes.inherited(value):
            return True
        if value.kind == "external_instance":
            return not value.of and (value.name in file.language.element_types or self._is_inheritable(file, value))
        if value.kind == "structure":
            return value.name in file.language.abstract_types
        if value.kind != "instance" or value.symbol == NONE:
            return False
        return "callable" in self.world.symbol(value).flags or self.names.classes.is_protocol(value)

    @staticmethod
    def _is_inheritable(file: File, value: Value) -> bool:
        """Whether objects that are declared as of a type outside may be of a class of the project."""
        final = file.language.final_types
        return bool(final) and value.name not in final

    def _gives_receiver(self, file: File, at: int) -> bool:
        """`self`, `this`, `cls(…)`"""
        op, wanted = file.code.op(at), Op.THIS
        if op == Op.CALL:
            at, wanted = file.code.first(at), Op.THIS_TYPE
            op = file.code.op(at)
        if op == Op.NAME:
            scope, mark, branch = file.code.parts(at)
            where, places = file.lookup(scope, file.code.text(at), mark)
            if where == NONE:
                return False
            values = [file.bound[place] for place in file.reaching(places, mark, branch)]
            return all(value != NONE and file.code.op(value) == wanted for value in values)
        return op == wanted


def _makes_object(file: File, function: int, declared: Founds) -> bool:
    """Whether a function writes out the object that it returns, functions and all: one that is just like an interface
    tells more than that."""
    if not file.language.prototype or any(each.value.kind not in ("instance", "object") for each in declared):
        return False
    return any(_has_functions(file, at) for at in file.returns(function))


def _has_functions(file: File, at: int) -> bool:
    """{ run() { … }, stop }, or a name for it"""
    at = _named(file, at)
    if at == NONE or file.code.op(at) != Op.DICT:
        return False
    values = [_named(file, value) for value in file.code.parts(at)[1::2] if value != NONE]
    return any(value != NONE and file.code.op(value) == Op.FUNCTION for value in values)


def _named(file: File, at: int) -> int:
    """What a name is bound to, if it is so once; NONE if not; any other expression as it is."""
    if file.code.op(at) != Op.NAME:
        return at
    scope, mark, _ = file.code.parts(at)
    places = file.lookup(scope, file.code.text(at), mark)[1]
    return file.bound[places[0]] if len(places) == 1 else NONE


def _instance(receiver: Value) -> Value:
    return receiver if receiver.kind == "instance" else receiver.as_kind("instance")
