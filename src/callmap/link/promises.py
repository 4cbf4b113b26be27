"""Promises: takes calls that make them, or go on when they are kept, gives them with what they hold, or fail with.

A promise is seen as what it holds, unless it is made by code that resolves it later, or fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, REASON, STATIC, Found, Founds, Value, several, shallow, structure
from callmap.link.iteration import is_object
from callmap.link.terms import Term
from callmap.model import NONE

if TYPE_CHECKING:
    from callmap.link.calls import Arguments
    from callmap.link.file import File
    from callmap.link.models import Reader
    from callmap.link.values import Values

_HOLDING: Final = frozenset({"object", "structure"})


def rejects(file: File, function: int) -> bool:
    """Whether a function gives a promise that may fail with what it throws."""
    if not file.raises(function):
        return False
    return "async" in file.symbols[function].flags and file.language.promise_type != ""


def held(reader: Reader, terms: list[Term]) -> Founds:
    return several([each for found in reader.read(terms[0]) for each in reader.values.contents.awaited(found)])


def task(reader: Reader, terms: list[Term]) -> Founds:
    made = shallow(structure(reader.values.file.language.promise_type, {"": [f.packed() for f in held(reader, terms)]}))
    return (Found(made, INFERRED, ()),) if made is not None else ()


def outcome(reader: Reader, terms: list[Term]) -> Founds:
    """outcome(x, y, k): what holds x, or y where it failed, of the type k: Rust's Result"""
    inner, reasons = [[each.held() for each in reader.read(term)] for term in terms[:2]]
    made = shallow(structure(reader.keys(terms[2])[0], {"": inner, REASON: reasons}))
    return (Found(made, INFERRED, ()),) if made is not None else ()


def _functions(values: Values, at: int) -> tuple[Value, list[Value]]:
    """A promise, and the functions that resolve and reject it."""
    type = values.file.language.promise_type
    made = Value("object", values.file.path, at, type)
    functions = [Value("external", "", NONE, f"{type}.<{does}>") for does in ("resolve", "reject")]
    return made, [Found(each, STATIC, (), receiver=made).packed() for each in functions]


def settling(values: Values, at: int) -> tuple[Value, Arguments]:
    """The promise that an await at `at` makes of an object with a method for that, and what this is called with."""
    made, functions = _functions(values, at)
    return made, tuple(Value("argument", "", NONE, "", (each,)) for each in functions)


def settled(values: Values, object: Found, at: int) -> Founds:
    """await object, where that is asked for what it holds: what its method passes to the function it is given"""
    names = values.file.language.implicit.get("await", ())
    if (
        not is_object(object.value)
        or f"{values.file.language.promise_type}.<resolve>" not in values.file.language.models
    ):
        return values.contents.awaited(object)
    if values.world.special_methods(values.file.language).isdisjoint(names):
        return (object,)
    if any(each.value.kind == "function" for name in names for each in values.contents.member(object, name)):
        return values.contents.contents(settling(values, at)[0], "")
    return (object,)


def promise(reader: Reader, terms: list[Term]) -> Founds:
    if reader.at == NONE:
        return ()
    made, functions = _functions(reader.values, reader.at)
    given = tuple(Value("argument", "", NONE, "", (each,)) for each in functions)
    reader.outcome.calls.extend((each, given) for each in reader.read(terms[0]))
    return (Found(made, STATIC, ()),)


def resolvers(reader: Reader, terms: list[Term]) -> Founds:
    if reader.at == NONE:
        return ()
    made, functions = _functions(reader.values, reader.at)
    named = zip(("promise", "resolve", "reject"), (made, *functions), strict=True)
    slots = tuple(Value("slot", "", NONE, name, (value,)) for name, value in named)
    return (Found(Value("structure", "", NONE, "", slots), STATIC, ()),)


def rejected(reader: Reader, terms: list[Term]) -> Founds:
    return _failing(reader, reader.read(terms[0]))


def failed(reader: Reader, terms: list[Term]) -> Founds:
    type = reader.values.file.language.promise_type
    objects = [each.value for each in reader.read(terms[0]) if each.value.kind in ("object", "structure")]
    reasons = [
        each for value in objects if value.name == type for each in reader.values.contents.contents(value, REASON)
    ]
    return _failing(reader, tuple(reasons)) if reasons else ()


def _failing(reader: Reader, found: Founds) -> Founds:
    """A promise that fails with one of those."""
    reasons = [each.packed() for each in found]
    made = shallow(structure(reader.values.file.language.promise_type, {REASON: reasons}))
    return (Found(made, INFERRED, ()),) if made is not None and made.of else ()
