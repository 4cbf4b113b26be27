"""What a declared type excludes: takes what a function was found to give, gives what its declaration allows.

`def plugins(self) -> list[type[Auth]]` gives classes that inherit from Auth, whatever else is in the registry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.link.evidence import Found, Value
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.names import Names
    from callmap.link.values import Values


def within(values: Values, function: Value, found: list[Found]) -> list[Found]:
    """Of what a function gives, the classes that fit; all else as it is."""
    names = values.names
    file = names.world.files[function.path]
    at = _classes(file, names.world.symbol(function).type)
    limits = [each.value.as_kind("class") for each in names.types.instances(file, at)] if at != NONE else []
    if len(limits) != 1 or limits[0].symbol == NONE or names.classes.is_protocol(limits[0]):
        return found
    fitting: list[Found] = []
    for each in values.concrete(tuple(found)):
        if each.value.kind == "structure":
            fitting.append(each.but(value=_fitting(names, each.value, limits[0])))
        elif each.value.kind == "object":
            held = values.concrete(values.contents.contents(each.value, ""))
            made = values.contents.gathered([f for f in held if _fits(names, f.value, limits[0])], each.value.name)
            fitting.append(made.after(each))
        elif _fits(names, each.value, limits[0]):
            fitting.append(each)
    return fitting


def _classes(file: File, at: int) -> int:
    """X, where a type says that values are classes of that kind, or containers of such: type[X], list[type[X]]"""
    code, language = file.code, file.language
    for _ in range(3):
        if at == NONE or code.op(at) != Op.ITEM:
            return NONE
        base, *arguments = code.parts(at)
        if arguments and code.op(arguments[0]) == Op.TUPLE:
            arguments = list(code.parts(arguments[0]))
        if not arguments:
            return NONE
        if code.text(base) in language.class_wrappers:
            return arguments[0]
        at = arguments[-1]
    return NONE


def _fitting(names: Names, value: Value, limit: Value) -> Value:
    slots = [Value(slot.kind, slot.path, slot.symbol, slot.name,
                   tuple([each for each in slot.of if _fits(names, each, limit)])) for slot in value.of]  # fmt: skip
    return Value(value.kind, value.path, value.symbol, value.name, tuple(slots))


def _fits(names: Names, value: Value, limit: Value) -> bool:
    return value.kind != "class" or value.symbol == NONE or limit in names.classes.mro(value)
