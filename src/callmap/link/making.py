"""Objects that functions make of what they are given: takes one that a call gave back, gives it with what that call
passed, as a function knows what it closes over; so that `make(a).run` is `a` and `make(b).run` is `b`. And what is
taken out of objects that were left open, once they are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.link import dispatch, patterns, places
from callmap.link.evidence import (
    IN,
    INFERRED,
    OPEN,
    Found,
    Founds,
    Value,
    opened,
    several,
    shallow,
    unpacked,
)
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.spreads import Filled
    from callmap.link.values import Values


def filled(values: Values, object: Value, found: list[Found], told: list[Value]) -> list[Found]:
    """What stands in an object: what is written there, with what the call passed that made it, and what else was told
    to be put into it."""
    known: Filled = {Value("parameter", b.path, b.symbol, b.name): b.of for b in object.of}
    maker = Value("function", object.of[0].path, object.of[0].symbol)
    result: list[Found] = []
    for each in found:
        result.extend([one.after(each) for one in values.calls.fill(each.packed(), known, maker)])
    anybody = {each.packed() for each in values.concrete(tuple(found))}  # what is written, whoever made it
    result.extend([unpacked(each, INFERRED, IN) for each in told if each not in anybody])
    return result


def made_by(values: Values, object: Value, given: Filled, function: Value) -> Value:
    """An object that a function of this file gives back, with what this call passes of what stands in it."""
    if object.path != function.path or not holds_parameters(values, object, function):
        return object
    held = tuple(
        Value("bound", key.path, key.symbol, key.name, of)
        for key, of in sorted(given.items())
        if of and (key.path, key.symbol) == (function.path, function.symbol)
    )
    made = shallow(Value(object.kind, object.path, object.symbol, object.name, held))
    return made if made is not None and made.of else object


def holds_parameters(values: Values, object: Value, function: Value) -> bool:
    """Whether an object literal of this file holds what the function around it is given."""
    if object.kind != "object" or object.path != values.file.path or object.symbol < 0 or object.of:
        return False
    code = values.file.code
    if code.op(object.symbol) != Op.DICT:
        return False
    for at in code.parts(object.symbol)[1::2]:
        if at == NONE or code.op(at) != Op.NAME:
            continue
        places = values.file.lookup(code.first(at), code.text(at))[1]
        value = values.file.bound[places[0]] if len(places) == 1 else NONE
        if value != NONE and code.op(value) == Op.PARAMETER and code.first(value) == function.symbol:
            return True
    return False


def kept_containers(values: Values, binding: int, found: Founds) -> Founds:
    """What a name is bound to: a list or mapping that code goes on to fill is known by the place where it is made.

    copy = steps[1:]; copy.append(last)
    """
    if not found or values.file.bindings.name(binding) not in _filled_names(values.file):
        return found
    types = values.file.language.literals
    kinds = (types.get(Op.LIST, ""), types.get(Op.DICT, ""))
    kept: list[Found] = []
    for each in found:
        name = types.get(Op.LIST, "") if each.value.kind == "sliced" else each.value.name
        if each.value.kind in ("structure", "sliced") and name and name in kinds:
            each = each.but(value=Value("object", values.file.path, values.file.bound[binding], name))
        kept.append(each)
    return several(kept)


def _filled_names(file: File) -> frozenset[str]:
    """The names into which something is put: name[key] = value, name.append(value)"""
    if file.filled is None:
        code, changes = file.code, file.language.changes
        stored = [
            code.text(store.object) for store in file.stores
            if not store.attribute and store.object != NONE and code.op(store.object) == Op.NAME
        ]  # fmt: skip
        called = [
            call.receiver for call in file.calls
            if call.form == "method" and call.text[len(call.receiver) + 1 :] in changes
        ] if changes else []  # fmt: skip
        file.filled = frozenset((*stored, *called))
    return file.filled


def slots(value: Value, key: str) -> Founds:
    """What a container that is known by what is in it holds at a key."""
    anywhere: list[Value] = []
    exact: list[Value] = []
    for slot in value.of:
        if slot.kind == "slot" and (slot.name == key or slot.name[:1] != "<"):
            (exact if key and slot.name == key else anywhere).append(slot)
    if key and not key.startswith("-"):
        anywhere = [slot for slot in anywhere if not slot.name and key[0] != "<"]
    return several([unpacked(each, INFERRED, IN) for slot in (*exact, *anywhere) for each in slot.of])


def taken_out(values: Values, open: Value, objects: Founds, others: Founds) -> Founds:
    """What was left open as a member, an element or an item, now that its object and what else it has are known."""
    contents, kind, name = values.contents, open.kind, open.name
    if kind == "either":
        return member_or(values, objects, name, others)
    found: list[Found] = []
    for object in objects:
        if kind == "member":
            found.extend(contents.attribute(object, name) if name else patterns.named(contents, object, others))
        elif kind == "element":
            found.extend(contents.elements(object))
        elif kind == "entered":
            found.extend(entered(values, object, name))
        elif kind == "spread":
            found.extend(contents.spread(object, name))
        elif kind == "sliced":
            found.extend(places.sliced(values, object, name))
        else:
            found.extend(dispatch.items(contents, object, name, others))
    return several(found)


def entered(values: Values, manager: Found, method: str) -> Founds:
    """with manager as x: what its method gives; of a generator, what it yields."""
    kind = manager.value.kind
    if kind == "structure":
        return values.contents.elements(manager)
    if kind == "external_instance":
        return (manager,)
    if kind.startswith("external"):
        return (manager.but(value=manager.value.as_kind("external_result")),)
    if kind == "called":  # of a generator, or of an object: it depends
        return opened("entered", method, manager)
    methods = values.contents.member(manager, method)
    if not methods and kind == "instance":
        return (manager,)  # with closing(x) as x: its wrapper gives it back
    return several([each for one in methods for each in values.calls.result(one, ())])


def member_or(values: Values, objects: Founds, name: str, others: Founds) -> Founds:
    """object.name, or others where an object is not known to have it: const { name = other } = object"""
    found: list[Found] = []
    lacking = not objects
    for object in objects:
        if object.value.kind in OPEN:
            made = opened("either", name, object, *(each.packed() for each in others))
            found.extend(made)
            lacking = lacking or not made
            continue
        held = values.contents.member(object, name)
        found.extend(held)
        lacking = lacking or not held or object.value.kind != "object"
    return several((*found, *others)) if lacking else several(found)
