"""Where names stand in a file, and what is done with the objects that they mean: takes facts, gives places. Pure."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import THIS
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.code import Code
    from callmap.link.file import File
    from callmap.link.flow import Flow
    from callmap.parts import Bindings

READ: Final = -1  # what is done with it: an attribute is read, or called …
LOST: Final = -2  # … something else may do anything with it; else the number of the store that sets an attribute
Mentions = dict[str, list[tuple[int, int]]]  # name → (where it stands, what is done with it)
_ELSEWHERE: Final = frozenset({Op.THIS, Op.THIS_TYPE, Op.SUPER, Op.YIELD, Op.AWAIT})  # others get it, or run meanwhile
_PARAMETERS: Final = frozenset({Op.PARAMETER, Op.THIS, Op.THIS_TYPE})
_MOST_ALONE: Final = 10_000
_ALONE: Final[list[list[int]]] = []  # [0], [1] …


def bound_names(bindings: Bindings) -> dict[int, dict[str, list[int]]]:
    """Scope → name → its bindings there. Lists of one are shared by all files: most names are bound once."""
    found: dict[int, dict[str, list[int]]] = {}
    while len(_ALONE) < min(len(bindings), _MOST_ALONE):
        _ALONE.append([len(_ALONE)])
    for index in range(len(bindings)):
        scope, name = bindings.scope(index), bindings.name(index)
        names = found.get(scope)
        if names is None:
            names = found[scope] = {}
        places = names.get(name)
        if places is None:
            names[name] = _ALONE[index] if index < _MOST_ALONE else [index]
        elif len(places) == 1:
            names[name] = [places[0], index]
        else:
            places.append(index)
    return found


def mentions(file: Flow, code: Code) -> Mentions:
    """Where names stand, and what is done with what they mean."""
    if file.mentions is None:
        file.mentions = _find(file, code)
    return file.mentions


def _find(file: Flow, code: Code) -> Mentions:
    stores = {store.object: index for index, store in enumerate(file.stores) if store.attribute}
    found: dict[int, int] = {}
    at, end = 0, code.size
    while at < end:
        op = code.op(at)
        if op == Op.NAME:
            found[at] = stores.get(at, LOST)
        elif op == Op.ATTRIBUTE and found.get(code.part(at, 0), READ) == LOST:
            found[code.part(at, 0)] = READ
        at = code.after(at)
    names: Mentions = {}
    for place, what in found.items():
        names.setdefault(code.text(place), []).append((place, what))
    return names


def undisturbed(file: Flow, code: Code, first: int, second: int, attribute: str) -> bool:
    """Whether no code but that between two mentions of a name in a function can see or change the attribute of what it
    means: nobody was given it, and none of its methods is called.

    self.x = A(); self.x.run(); self.x = B()
    """
    if code.op(first) != Op.NAME or code.op(second) != Op.NAME or code.text(first) != code.text(second):
        return False
    at = first
    while at < second:
        if code.op(at) in _ELSEWHERE:
            return False
        at = code.after(at)
    owners = [file.scopes.symbol(code.first(place)) for place in (first, second)]
    if owners[0] != owners[1]:
        return False
    places = mentions(file, code)[code.text(first)]
    for place, what in reversed(places[: bisect_left(places, (second, LOST))]):
        if file.scopes.symbol(code.first(place)) != owners[0]:
            return place < first
        if what == LOST or (what == READ and place > first and not _reads(code, place, attribute)):
            return False
    return True


def _reads(code: Code, name: int, attribute: str) -> bool:
    """Whether what stands there is name.attribute"""
    at = code.after(name)
    return code.op(at) == Op.ATTRIBUTE and code.first(at) == name and code.text(at) == attribute


def aliases(file: Flow, code: Code) -> dict[str, set[str]]:
    """Name → others that are bound to what it means, or it to what they mean: same = table"""
    if file.aliases is None:
        file.aliases = {}
        for index, value in enumerate(file.bound):
            if value != NONE and code.op(value) == Op.NAME:
                own, other = file.bindings.name(index), code.text(value)
                if own != other:
                    file.aliases.setdefault(other, set()).add(own)
                    file.aliases.setdefault(own, set()).add(other)
    return file.aliases


def parameter_meant(file: File, at: int) -> tuple[int, str] | None:
    """The function and number of the parameter that a name means, if it can mean nothing else."""
    if at == NONE or file.code.op(at) != Op.NAME:
        return None
    places = file.lookup(file.code.first(at), file.code.text(at))[1]
    value = file.bound[places[0]] if len(places) == 1 else NONE
    if value == NONE or file.code.op(value) not in _PARAMETERS:
        return None
    parts = file.code.parts(value)
    if file.code.op(value) == Op.PARAMETER:
        return parts[0], str(parts[1])
    return (file.scopes.symbol(parts[0]), THIS) if len(parts) == 1 else None


def is_given(file: File, at: int) -> bool:
    """Whether an expression is a parameter, or an attribute of one: `function.__name__`, `self.handlers`"""
    while at != NONE and file.code.op(at) == Op.ATTRIBUTE:
        at = file.code.first(at)
    return parameter_meant(file, at) is not None
