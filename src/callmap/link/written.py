"""Containers as they are written: takes one that is made in a file, gives what the code there puts at its keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import IN, INFERRED, KEYS, MOST_WRITTEN, OPEN, Found, Value, steps, unpacked
from callmap.link.making import member_or
from callmap.link.pairs import paired
from callmap.link.places import constant
from callmap.link.prototypes import LINKS
from callmap.link.receivers import stored
from callmap.link.spreads import counted
from callmap.model import NONE, PROTOTYPE, REPEATED, SETTER, Op

if TYPE_CHECKING:
    from callmap.link.contents import Contents
    from callmap.link.file import File

_NONE: Final[set[str]] = set()
_WRITTEN: Final = frozenset({Op.LIST, Op.TUPLE, Op.SET, Op.DICT})


def written(contents: Contents, key: Value) -> list[Found]:
    """What a container of this file is made with."""
    code, at, values = contents.file.code, key.symbol, contents.values
    op = code.op(at) if at >= 0 else NONE
    if op not in _WRITTEN and op != NONE:  # steps[1:], kept as a container that others fill
        made = values.evaluate(at) if op != Op.PARAMETER else ()
        held = [found for each in made if each.value.kind == "sliced" for found in contents.items(each, key.name)]
        kept = [each.value for each in made if each.value.kind == "structure"]
        return [*held, *(found for each in kept for found in contents.contents(each, key.name))]
    if op == NONE or (key.name in LINKS and (key.name != PROTOTYPE or op != Op.DICT)):
        return []
    parts = code.parts(at)
    if len(parts) > MOST_WRITTEN and not key.name:  # a table of data
        return []
    if key.name == KEYS:
        keys = [part for part in parts[::2] if part != NONE] if op == Op.DICT else []
        return [each for part in keys if not constant(values, part) for each in values.evaluate(part)]
    gone = _replaced(contents.file, at)
    if op == Op.DICT:
        return _entries(contents, parts, key.name, gone)
    chosen = [part for place, part in enumerate(parts) if str(place) not in gone] if gone else list(parts)
    if key.name in gone:
        return []
    if key.name and code.text(at) != REPEATED:
        index = int(key.name) if key.name.lstrip("-").isdigit() else len(parts)
        spread = next((place for place, part in enumerate(parts) if code.op(part) == Op.SPREAD), len(parts))
        if 0 <= index < spread or (index < 0 and spread == len(parts) and -index <= spread):
            chosen = [parts[index]]
        elif key.name.isdigit() and spread == len(parts):
            chosen = []
        elif index >= spread and (known := _behind_spread(contents, parts[spread:], index - spread)) is not None:
            return known
    found: list[Found] = []
    for part in chosen:
        if code.op(part) == Op.SPREAD:
            inner = values.evaluate(code.first(part))
            found.extend(each for object in inner for each in contents.elements(object))
        else:
            found.extend(values.evaluate(part))
    return [each.but(via=steps(each.via, IN), level=max(each.level, INFERRED), indirect=True) for each in found]


def _replaced(file: File, literal: int) -> set[str]:
    """The keys of a container that other values are put at right where it is made, before anybody can see what is
    written there: table = {"go": old}; table["go"] = new"""
    if file.replaced is None:
        file.replaced = {}
        for (name, key), stores in file.overwrites().items():
            for index in stores:
                made = _made_before(file, index, name)
                if made != NONE:
                    file.replaced.setdefault(made, set()).add(key)
    return file.replaced.get(literal, _NONE)


def _made_before(file: File, index: int, name: str) -> int:
    """The list or mapping that a store puts something into, if it is made right before; else NONE."""
    store = file.stores[index]
    if store.attribute:
        return NONE
    scope, mark, branch = file.code.parts(store.object)
    where, places = file.lookup(scope, name, mark)
    reached = file.reaching(places, mark, branch) if where == store.scope else []
    bound = file.bindings[reached[0]] if len(reached) == 1 else None
    if bound is None or bound.value == NONE or bound.branch != store.branch or bound.value > store.object:
        return NONE
    made = file.code.op(bound.value) in (Op.DICT, Op.LIST) and file.code.text(bound.value) != REPEATED
    return bound.value if made and file.is_silent(file.code, bound.value, store.object) else NONE


def _behind_spread(contents: Contents, parts: Sequence[int], place: int) -> list[Found] | None:
    """[...first, a, ...rest][place], if it is known how much stands before it: [a, ...rest][2] is rest[1]"""
    code, values = contents.file.code, contents.values
    for part in parts:
        if code.op(part) != Op.SPREAD:
            if place == 0:
                return list(values.evaluate(part))
            place -= 1
            continue
        objects = values.now(code.first(part))
        if part == parts[-1]:
            return [found for object in objects for found in contents.spread(object, str(place))]
        held = counted(values, objects[0].value) if len(objects) == 1 and objects[0].value.kind == "object" else []
        if not held:
            return None
        if place < len(held):
            return [unpacked(each, INFERRED, IN) for each in held[place].of]
        place -= len(held)
    return []


def _entries(contents: Contents, parts: Iterable[int], name: str, gone: set[str]) -> list[Found]:
    """{key: value, **others}; without what others are put in place of"""
    values = contents.values
    found: list[Found] = []
    unknown: list[Found] = []  # under keys that are not known: of the name if nothing is written under that itself
    named = False
    spread: list[int] = []
    flat = list(parts)
    for key, at in zip(flat[::2], flat[1::2], strict=True):
        text = constant(values, key)
        pairs = paired(values, key, at) if key != NONE and not text else None
        if pairs is not None:  # {name: step for name, step in steps}
            found.extend(each for one, held in pairs if not name or one == name for each in held)
            continue
        if key != NONE and not text and name:
            known = values.concrete(values.evaluate(key))
            if len(known) == 1 and (texts := contents.texts(known[0].value)):
                text = texts[0]
        if text in gone:
            continue
        if key == NONE:
            spread.append(at)
        elif text and text == name:
            found, named = list(stored(values, at)), True  # the last one holds
            spread.clear()
        elif not name and not text.startswith(SETTER):
            found.extend(values.evaluate(at))
        elif not text and not named and not name.startswith("<"):
            unknown.extend(values.evaluate(at))
    if unknown and not named:
        found.extend(unknown)
    for at in spread if name != PROTOTYPE and not name.startswith(SETTER) else ():
        held: list[Found] = []
        objects = values.evaluate(at)
        if name and contents.file.language.prototype and any(object.value.kind in OPEN for object in objects):
            found = list(member_or(values, objects, name, tuple(found)))
            continue
        for object in objects:
            held.extend(
                contents.member(object, name) if name and not object.value.name else contents.items(object, name)
            )
        if name and held and all(object.value.kind == "object" for object in objects):
            found = held  # it is known to have one
        else:
            found.extend(held)
    return found
