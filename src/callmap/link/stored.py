"""Attributes that code elsewhere assigns: takes an object and what its class says of a name, gives that with what was
stored there. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, Found, Founds, Value, several, unpacked
from callmap.link.fields import is_default
from callmap.link.receivers import given_to_class, taken_from

if TYPE_CHECKING:
    from callmap.link.contents import Contents

_CALLED: Final = frozenset({"function", "class", "instance"})


def beside(contents: Contents, object: Found, name: str, members: Founds) -> Founds:
    """The members of that name, with what is stored beside them or in their place: object.name = another"""
    kind = object.value.kind
    if contents.file.language.value_types and members and all(each.value.kind == "instance" for each in members):
        return members  # struct box *inner: whatever is stored there, it is a box
    if kind == "function" and not members and not contents.file.language.prototype:
        return outside(contents, object, name)  # def mark(f): f.marked = True
    if kind in ("instance", "class", "module") and all(each.value.kind == "external" for each in members):
        return outside(contents, object, name) or members
    if kind == "instance" and contents.file.language.prototype:
        stored = (*outside(contents, object, name), *contents.prototypes.stored_below(object, name))
        if object.declared and len(members) == 1:
            stored = (*stored, *contents.prototypes.declared_below(object, name, members[0].value))
        return several((*members, *stored))
    if kind == "instance" and is_default(contents.names, object.value, name):
        return several((*members, *outside(contents, object, name)))
    if kind == "instance" and name in contents.set_outside and all(each.value.kind == "function" for each in members):
        own = {each.value for each in members}
        stored = outside(contents, object, name)
        others = [each for each in stored if each.value.kind in _CALLED and each.value not in own]
        return several((*members, *others)) if others else members  # in place of a method
    if kind == "module":
        known = {each.value for each in members}
        stored = tuple([each for each in outside(contents, object, name) if each.value not in known])
        return several((*members, *stored)) if stored else members
    return members


def outside(contents: Contents, object: Found, name: str) -> Founds:
    """What code elsewhere has assigned to the attribute."""
    if not contents.values.asked.is_stored(name):
        return ()
    value = object.value
    owners: Iterable[Value] = (value,)
    if value.kind != "module":
        owners = contents.names.classes.mro(value.as_kind("class"))
    step = (*object.via, f"assigned to {name}")
    for owner in owners:
        if not owner.path:
            continue
        kind = "variable" if value.kind == "module" else "attribute"
        key = Value(kind, owner.path, owner.symbol, name)
        found = tuple(unpacked(each, max(INFERRED, object.level), step) for each in contents.values.ask(key))
        if found:
            return tuple(taken_from(value, each) for each in found) if contents.file.language.binds_functions else found
    return _by_metaclass(contents, object, name, step) if contents.file.language.metaclass else ()


def _by_metaclass(contents: Contents, object: Found, name: str, step: tuple[str, ...]) -> Founds:
    """What a metaclass gives the classes that it makes: cls.name = value in its methods, or in what they call"""
    value, classes = object.value, contents.names.classes
    metas = classes.metaclass(value.as_kind("class")) if value.kind in ("instance", "class") else ()
    for owner in [owner for meta in metas for owner in classes.mro(meta.value) if owner.kind == "class"]:
        given = contents.values.ask(Value("attribute", owner.path, owner.symbol, name))
        if given:
            found = [unpacked(each, max(INFERRED, object.level), step) for each in given]
            return tuple([taken_from(value, given_to_class(contents.world, value, each)) for each in found])
    return ()
