"""Types that are looked up in others: takes T["a"]["b"] and what is written for T, gives the type that stands there.

    interface Box<T> extends Holder<Inner<T>> {}        Box<A>["held"] is Inner<A>, where Holder<I> has `held: I`

Type arguments are followed through `extends`, as they are written; nothing is computed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from callmap.link.evidence import Value
from callmap.link.file import BODIES, File
from callmap.model import NONE, Kind, Op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from callmap.link.names import Names

_DEEPEST: Final = 10  # steps from a type to a member: aliases, bounds and types that are extended
_MOST_WRITTEN: Final = 4  # types that may be meant


@final
class Written:
    """A type where it is written; `given` says what is written for the type parameters there."""

    __slots__ = ("at", "file", "given")

    def __init__(self, file: File, at: int, given: dict[str, Written]) -> None:
        self.file = file
        self.at = at
        self.given = given


def arguments(file: File, at: int) -> Sequence[int]:
    """The arguments of a generic type."""
    held = file.code.parts(at)[1]
    return file.code.parts(held) if file.code.op(held) == Op.TUPLE else (held,)


def default(names: Names, file: File, at: int, given: dict[str, Written]) -> list[Written]:
    """What a type parameter is that is declared as a member of another: <T, D = T["inner"]["def"]>"""
    scope, mark, _ = file.code.parts(at)
    places = file.lookup(scope, file.code.text(at), mark)[1]
    value = file.bound[places[0]] if len(places) == 1 else NONE
    return _looked_up(names, file, value, given)


def _looked_up(names: Names, file: File, at: int, given: dict[str, Written]) -> list[Written]:
    """T["a"]["b"] as facts write it: typeof (an instance of T).a.b"""
    path: list[str] = []
    code = file.code
    while at != NONE and code.op(at) == Op.REFERENCE and code.op(code.first(at)) == Op.ATTRIBUTE:
        member = code.first(at)
        path.insert(0, code.text(member))
        at = code.first(code.first(member)) if code.op(code.first(member)) == Op.INSTANCE else NONE
    if not path or at == NONE or code.op(at) != Op.NAME or code.text(at) not in given:
        return []
    found = [given[code.text(at)]]
    for name in path:
        found = [each for one in found for each in _member(names, one, name, 0)][:_MOST_WRITTEN]
    return [each for one in found for each in _meant(one)]


def _meant(written: Written) -> list[Written]:
    """The type itself, where just the name of a type parameter is written."""
    for _ in range(_DEEPEST):
        code = written.file.code
        if code.op(written.at) != Op.NAME or code.text(written.at) not in written.given:
            return [written]
        written = written.given[code.text(written.at)]
    return []


def _member(names: Names, written: Written, name: str, depth: int) -> list[Written]:
    """The types that are written for a member of a type, its own or that of a type it extends."""
    if depth > _DEEPEST or written.at == NONE:
        return []
    file, at, given = written.file, written.at, written.given
    code, op = file.code, file.code.op(written.at)
    if op == Op.CHOICE:
        parts = [Written(file, part, given) for part in code.parts(at)]
        return [each for part in parts for each in _member(names, part, name, depth + 1)]
    passed: list[Written] = []
    if op == Op.ITEM:
        passed = [Written(file, each, given) for each in arguments(file, at)]
        at = code.first(at)
        op = code.op(at)
    if op == Op.NAME and code.text(at) in given:
        return _member(names, given[code.text(at)], name, depth + 1)
    if op not in (Op.NAME, Op.ATTRIBUTE, Op.MEMBER):
        return []
    found: list[Written] = []
    for each in names.alone(file, at):
        if each.value.kind == "class":
            found.extend(_own_member(names, each.value, passed, name, depth))
    return found


def _own_member(names: Names, cls: Value, passed: list[Written], name: str, depth: int) -> list[Written]:
    file = names.world.files[cls.path]
    names.world.reading.add(file.cells(0).of(BODIES))
    symbol = file.symbols[cls.symbol]
    if symbol.kind == Kind.TYPE and symbol.scope == NONE:  # type Other = …
        return _member(names, Written(file, symbol.type, {}), name, depth + 1)
    given = dict(zip(_parameters(file, symbol.scope), passed, strict=False))
    places = file.names.get(symbol.scope, {}).get(name, [])
    typed = [Written(file, file.bindings.type(place), given) for place in places if file.bindings.type(place) != NONE]
    if places:
        return typed
    above = [Written(file, base, given) for base in symbol.bases if file.code.op(base) != Op.KEYWORD]
    return [each for base in above for each in _member(names, base, name, depth + 1)]


def _parameters(file: File, scope: int) -> list[str]:
    """The type parameters of a class or interface, in order: they stand in the scope around its members."""
    around = file.scopes.parent(scope) if scope != NONE else NONE
    if around == NONE or file.scopes.kind(around) != "block":
        return []
    return list(file.names.get(around, {}))
