"""Attributes by names that are values: takes the reader of a model at a call, adds what reading or assigning runs.

getattr(self, name), hasattr(value, "size"), setattr(self, name, value)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.link.evidence import OPEN, THIS, Found, Founds, Value
from callmap.link.iteration import is_object
from callmap.link.terms import Term
from callmap.model import NONE

if TYPE_CHECKING:
    from callmap.link.models import Reader


def read(reader: Reader, terms: list[Term]) -> Founds:
    """Runs the property of that name, or what answers for names that an object does not have."""
    contents, fallback = reader.values.contents, reader.values.file.language.fallback_method
    for object, name in _named(reader, terms):
        members = contents.read(object, name)
        if not members and fallback:
            members = tuple([each for each in contents.member(object, fallback) if each.value.kind == "function"])
        elif members:
            members = tuple([each for each in members if _runs(reader, object, each)])
        reader.outcome.calls.extend([(member.but(receiver=object.value), ()) for member in members])
    return ()


def write(reader: Reader, terms: list[Term]) -> Founds:
    """Runs the setter of that name."""
    classes, world = reader.values.names.classes, reader.values.world
    given: tuple[Value, ...] = ()
    for object, name in _named(reader, terms):
        if not world.is_computed(name):
            continue
        own = classes.setters(object.value, name) if object.value.kind == "instance" else []
        for setter in own or reader.values.contents.prototypes.setters(object, name):
            if not given:
                given = (Value("argument", "", NONE, "", tuple([each.packed() for each in reader.read(terms[2])])),)
            reader.outcome.calls.append((setter.after(object).but(receiver=object.value), given))
    return ()


def _runs(reader: Reader, object: Found, member: Found) -> bool:
    return member.value.kind == "function" and reader.values.contents.runs(object.value, member.value)


def _named(reader: Reader, terms: list[Term]) -> list[tuple[Found, str]]:
    """The objects and names that are given; none where callers give both, so that it is not known which belong."""
    objects, names, values = reader.read(terms[0]), reader.read(terms[1]), reader.values
    if any(map(_is_given, objects)) and any(map(_is_given, names)):
        return []
    known = [object for object in values.concrete(objects) if is_object(object.value)]
    keys = values.concrete(names) if known else ()
    texts = [part.name for key in keys for part in key.value.of if part.kind == "text"]
    return [(object, text) for object in known for text in texts]


def _is_given(found: Found) -> bool:
    """Whether it is up to a caller what it is, beside the receiver."""
    value = found.value
    while value.kind in OPEN and value.of:
        value = value.of[0]
    return value.kind == "parameter" and value.name != THIS
