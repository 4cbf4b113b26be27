"""What iterators give one after the other: takes a method that makes one, gives the values place by place, if it tells.

`def __iter__(self): return iter((self.cls, self.args))`, or one `yield` after the other: `cls, args = object`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import DEEPEST_MADE, INFERRED, MOST_WRITTEN, Found, Value, shallow, structure, telling
from callmap.link.spreads import counted
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.values import Values

_ON_ONE: Final = frozenset({Op.ATTRIBUTE, Op.CALL, Op.ITEM})  # what is done with their first part


def by_place(values: Values, symbol: int) -> Found | None:
    """What a method of this file that is called to unpack an object gives; None if places are not known, or if it is
    another method: what is taken out of an iterator by hand moves all that follows."""
    file = values.file
    if file.symbols[symbol].name.rpartition(".")[2] not in file.language.iterate_methods:
        return None
    slots = _yielded(values, symbol) if file.yields(symbol) else _wrapped(values, symbol)
    if not slots:
        return None
    made = shallow(structure(file.language.generator_type, slots), DEEPEST_MADE)
    return Found(made, INFERRED, ()) if made is not None else None


def _yielded(values: Values, symbol: int) -> dict[str, list[Value]]:
    """def __iter__(self): yield self.a; yield self.b"""
    file = values.file
    yields = file.yields(symbol)
    if len(yields) > MOST_WRITTEN or not all(_is_always_done(file, symbol, at) for at in yields):
        return {}
    given = [values.evaluate(file.code.first(at)) for at in yields]
    return {str(place): [f.held() for f in found if telling(f.value)] for place, found in enumerate(given)}


def _is_always_done(file: File, symbol: int, at: int) -> bool:
    """Whether a `yield` of one value stands in no branch: the names in it tell where they are used."""
    code = file.code
    if code.text(at) or code.count(at) != 1:
        return False
    at = code.first(at)
    while at != NONE and code.op(at) in _ON_ONE:
        at = code.first(at)
    if at == NONE or code.op(at) != Op.NAME:
        return False
    scope, _, branch = code.parts(at)
    return scope == file.symbols[symbol].scope and branch == file.scopes.branch(scope)


def _wrapped(values: Values, symbol: int) -> dict[str, list[Value]]:
    """def __iter__(self): return iter((self.a, self.b))"""
    code, returned = values.file.code, values.file.returns(symbol)
    if len(returned) != 1 or code.op(returned[0]) != Op.CALL or code.count(returned[0]) != 2:
        return {}
    callee, whole = code.parts(returned[0])
    if [each.value.name for each in values.evaluate(callee)] != [values.file.language.iterator_function]:
        return {}
    objects = [each.value for each in values.evaluate(whole)]
    if len(objects) != 1 or objects[0].kind not in ("object", "structure"):
        return {}
    slots = counted(values, objects[0])
    if objects[0].kind == "structure" and len(slots) < len(objects[0].of):
        return {}  # more may stand anywhere in it
    return {slot.name: list(slot.of) for slot in slots}
