"""Objects of packages outside the snapshot: takes one, gives what is taken out of it, or called on it, as far as its
package tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from callmap.link.evidence import INFERRED, OPEN, Found, Founds, Value, several
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.languages import Language
    from callmap.link.values import Values


def of_package(name: str, method: str) -> str:
    """The name that a method has in models where any object of a package has it."""
    return f"{name.partition('.')[0]}.<any>.{method}"


def method(language: Language, object: Found, name: str) -> Founds:
    """A method that all objects of a package have, of something that the package gave: `fit`, `apply`"""
    model = of_package(object.value.name, name)
    if model not in language.models:
        return ()
    return (Found(Value("external", "", NONE, model), INFERRED, object.via, receiver=object.value),)


def of_all(language: Language, object: Found, name: str) -> Founds:
    """A method that all objects have which do not have another of that name: x.clone()"""
    method = f"{language.root_type}{language.separator}{name}"
    if method not in language.models:
        return ()
    return (Found(Value("external", "", NONE, method), object.level, object.via, receiver=object.value),)


def held(language: Language, object: Found, name: str = "", keys: Founds = ()) -> Founds:
    """What is in an object of a package: of that package too, for all we know; in a text, texts; in a table, a column
    (at one key) or a part of the table (where several keys, or a test of each row, are given)."""
    value = object.value
    if value.kind == "external_instance" and value.name in language.columns:
        if name or (keys and all(key.value.name == language.literals[Op.STRING] for key in keys)):
            return (object.but(value=Value("external_instance", "", NONE, language.columns[value.name])),)
        if keys and all(key.value.kind == "object" or _is_of_package(key.value) for key in keys):
            return (object,)
    if value.kind == "external_instance" and value.name in language.parts:
        return (object.but(value=Value("external_instance", "", NONE, language.parts[value.name])),)
    if not value.kind.startswith("external") or not language.item_method or value.name[:1] == "<" or value.of:
        return ()
    part = language.parts.get(f"{value.name}[]")
    if part is not None:
        return (object.but(value=Value("external_instance", "", NONE, part), receiver=None),)
    if value.kind == "external" and object.receiver is None:
        return ()  # List[int]
    return (object.but(value=value.as_kind("external_result")),)


def _is_of_package(value: Value) -> bool:
    return value.kind == "external_instance" and value.name[:1] != "<"


def attribute(language: Language, object: Found, name: str) -> Founds:
    """An attribute of an object of a package whose type is known: table.values; or a method of a promise that holds a
    plain value: (async () => 1)().then(…)"""
    of_promise = f"{language.promise_type}.{name}"
    if of_promise in language.models and object.value.name[:1] == "<" and object.value.name != language.promise_type:
        return (Found(Value("external", "", NONE, of_promise), INFERRED, object.via, receiver=object.packed()),)
    type = language.attribute_types.get(f"{object.value.name}.{name}")
    return (object.but(value=Value("external_instance", "", NONE, type)),) if type is not None else ()


def operation(values: Values, object: Found, methods: str) -> Founds:
    """What an operator gives whose left operand is an object of a type outside: path / "name" """
    if object.value.kind != "external_instance":
        return ()
    for name in methods.split("|"):
        model = Value("external", "", NONE, f"{object.value.name}.{name}")
        given = values.models.result(object.but(value=model), ()) if values.models.find(model.name) else None
        if given:
            return given
    return ()


def operation_of_passed(values: Values, parts: Sequence[int], methods: str) -> Founds:
    """What an operator gives whose left operand is passed by callers, in a file that uses a package with such types."""
    if not values.models.calculating:
        return ()
    found: list[Found] = []
    for object in values.evaluate(parts[0]):
        for name in methods.split("|") if object.value.kind in OPEN else ():
            for method in values.contents.member(object, name):
                found.extend(values.calls.result(method, ()))
    return several(found)


def called(language: Language, object: Found) -> Found | None:
    """What runs when an object of a package is called: a method of its type. (Of containers, only what is modelled.)"""
    value = object.value
    if value.kind not in ("external_instance", "object") or not language.call_method or value.name[:1] in ("", "<"):
        return None
    name = f"{value.name}.{language.call_method}"
    if value.kind == "object" and name not in language.models:
        return None
    return Found(Value("external", "", NONE, name), object.level, object.via, receiver=value)
