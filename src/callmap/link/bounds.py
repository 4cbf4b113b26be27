"""How many values are worth following: takes those that were found, gives them, or that they are too many."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, final

from callmap.link.evidence import (
    FEWEST_MADE,
    IN,
    INFERRED,
    LONGEST_CHAIN,
    MADE,
    MANY,
    MOST_FUNCTIONS,
    MOST_GATHERED,
    MOST_VALUES,
    MOST_WRITTEN,
    TOO_MANY_VALUES,
    Found,
    Founds,
    Value,
    bound_of,
    in_order,
    is_plain,
    several,
    unpacked,
)
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.values import Values


def bounded(found: Founds) -> Founds:
    """The values, or the one that says that there are too many of them: then what is declared still holds."""
    if len(found) < 2:
        return found
    for kind, most in MADE.items() if len(found) > FEWEST_MADE else ():
        if len(found) > most and sum([each.value.kind == kind and bool(each.value.of) for each in found]) > most:
            found = several([each.but(value=each.value.as_kind(kind)) if each.value.kind == kind else each
                             for each in found])  # fmt: skip
    if len(found) > MOST_VALUES and _are_too_many(found):
        found = _on_one_each(_in_one_text(found))
        if _are_too_many(found):
            return _too_many(found)
    for each in found:
        if each.value.kind == "many":
            return _too_many(found)
    return found


def gave_up(values: Values, at: int) -> tuple[str, ...]:
    """Evidence of a bound: what kept something from being followed that nothing is known of."""
    if not values.gave_up or values.budget <= 0:
        return ()
    for _ in range(LONGEST_CHAIN):
        at = _taken_from(values.file, at)
        if at == NONE:
            break
        found = values.concrete(values.evaluate(at))
        if found:  # either known, or too many
            via = found[0].via
            return (via if bound_of(via) else (TOO_MANY_VALUES,)) if found[0].value.kind == "many" else ()
    return ()


def _taken_from(file: File, at: int) -> int:
    """The object of an attribute, the container of an element, the one value of a name; else NONE."""
    code = file.code
    if code.op(at) != Op.NAME:
        return code.first(at) if code.op(at) in _TAKING else NONE
    scope, mark, branch = code.parts(at)
    where, places = file.lookup(scope, code.text(at), mark)
    chosen = file.chosen(scope, where, places, mark, branch) if where != NONE else ()
    return file.bound[chosen[0]] if len(chosen) == 1 else NONE


_TAKING: Final = frozenset({Op.ATTRIBUTE, Op.ITEM, Op.CALL, Op.UNPACK, Op.ELEMENT})


def _in_one_text(found: Founds) -> Founds:
    """The values, with all texts among them as one that may be any of these."""
    texts = [each for each in found if _is_text(each.value)]
    parts = {part for each in texts for part in each.value.of}
    if len(texts) < 2 or len({each.value.name for each in texts}) > 1 or len(parts) > MOST_WRITTEN:
        return found
    first = texts[0].value
    one = Found(Value(first.kind, "", NONE, first.name, tuple(in_order(parts))), INFERRED, texts[0].via)
    return (one, *[each for each in found if not _is_text(each.value)])


def _is_text(value: Value) -> bool:
    return bool(value.of) and value.of[0].kind == "text"


def _too_many(found: Founds) -> Founds:
    declared = tuple([each for each in found if each.declared and each.value.kind == "instance"])
    return declared if 0 < len(declared) <= MOST_VALUES else (Found(MANY, INFERRED, (TOO_MANY_VALUES,)),)


def within_bounds(values: frozenset[Value]) -> frozenset[Value]:
    """What a summary tells: its values, methods of many objects on one each, or that there are too many of them."""
    if not _too_many_gathered([value.kind for value in values]):
        return values
    fewer = _on_one_each([unpacked(value, INFERRED, ()) for value in values])
    many = _too_many_gathered([each.value.kind for each in fewer])
    return _ONLY_MANY if many else frozenset([each.packed() for each in fewer])


@final
class Merging:
    """What all files together say of keys, round by round.

    Where values are too many, what would follow from them does not, so that there may be fewer in the next round, and
    more again in the one after: the result would depend on the number of rounds. So a value that comes back stays.
    """

    def __init__(self) -> None:
        self._said: dict[Value, frozenset[Value]] = {}  # key → what was said of it in the round before …
        self._gone: dict[Value, frozenset[Value]] = {}  # … in some round, and not in the one after …
        self._back: dict[Value, frozenset[Value]] = {}  # … and then again

    def after(self, key: Value, before: frozenset[Value], said: frozenset[Value]) -> frozenset[Value]:
        """What a key is after a round in which this was said of it, where it was that before. (The same once more, if
        the same is said once more.)"""
        if MANY in before:
            return _ONLY_MANY
        gone = self._gone.get(key)
        if gone is not None:
            back = said & gone
            if back:
                self._back[key] = self._back.get(key, _NOTHING) | back
        missing = self._said.get(key, _NOTHING) - said
        if missing:
            self._gone[key] = missing if gone is None else gone | missing
        self._said[key] = said
        return within_bounds(said | self._back[key] if key in self._back else said)


_NOTHING: Final[frozenset[Value]] = frozenset()
_ONLY_MANY: Final = frozenset((MANY,))


def _are_too_many(found: Founds) -> bool:
    """Whether these are more than is worth following; objects in a container are as good as functions there."""
    plain = [(is_plain(each.value) and (each.value.kind != "instance" or IN[0] in each.via)) or _calls_one(each)
             for each in found]  # fmt: skip
    return sum(plain) > MOST_FUNCTIONS or len(plain) - sum(plain) > MOST_VALUES


def _calls_one(found: Found) -> bool:
    """Whether this is a method of a function: go.call is as plain as go."""
    return found.value.kind == "external" and found.receiver is not None and found.receiver.kind == "function"


def _too_many_gathered(kinds: list[str]) -> bool:
    """The same of what is gathered from all files, by the kinds of values."""
    if len(kinds) <= MOST_GATHERED:
        return False
    definitions = kinds.count("function") + kinds.count("class")
    return definitions > MOST_FUNCTIONS or len(kinds) - definitions > MOST_GATHERED


def _on_one_each(found: Iterable[Found]) -> Founds:
    """Functions that were taken from several objects or close over several values, each with the first of them only."""
    kept: dict[Value, Found] = {}
    for each in found:
        plain = each.value.as_kind("function") if each.value.kind == "function" else each.value
        known = kept.get(plain)
        if known is None or each.packed() < known.packed():
            kept[plain] = each
    return tuple(kept.values())
