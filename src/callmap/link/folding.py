"""reduce: takes a model's function, list and first value, gives what the last call of the function gives.

Each call is given what the one before gave. Where all elements are known they are taken in order, so that what a
function makes of another is told apart from what it is made of:

    [first, second].reduce((made, wrap) => wrap(made), work)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, Founds, Value, several, telling, unpacked
from callmap.link.places import listed
from callmap.link.terms import Term
from callmap.model import NONE

if TYPE_CHECKING:
    from callmap.link.models import Reader

_MOST: Final = 8  # elements that are taken one by one
_CALLED: Final = frozenset({"function", "class", "instance", "external", "parameter", "member", "item", "called"})


def fold(reader: Reader, terms: list[Term]) -> Founds:
    """fold(f, list, first), fold(f, list, first, 1) from the end"""
    functions = tuple(each for each in reader.read(terms[0]) if each.value.kind in _CALLED)
    objects = reader.read(terms[1])
    started = len(reader.given) > 1
    before = reader.read(terms[2]) if started else ()
    elements = listed(reader.values, objects[0].value) if len(objects) == 1 else None
    if elements is not None and 0 < len(elements) <= _MOST:
        ordered = [tuple(unpacked(each, INFERRED, ()) for each in of) for of in elements]
        if len(terms) > 3:
            ordered.reverse()
        if not started:
            before = ordered.pop(0)
        for each in ordered:
            before = _step(reader, functions, before, each, objects)
        return before
    each = several([one for object in objects for one in reader.values.contents.elements(object)])
    before = before if started else each
    made = _step(reader, functions, before, each, objects)
    again = _step(reader, functions, made, each, objects) if made else ()
    return several((*made, *again, *before))


def _step(reader: Reader, functions: Founds, before: Founds, element: Founds, objects: Founds) -> Founds:
    passed = tuple(
        Value("argument", "", NONE, "", tuple(each.packed() for each in held if telling(each.value)))
        for held in (before, element, (), objects)
    )
    reader.outcome.calls.extend([(each, passed) for each in functions])
    return several([found for each in functions for found in reader.values.calls.result(each, passed)])
