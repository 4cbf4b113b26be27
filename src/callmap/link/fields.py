"""Fields of classes by their place: takes classes, gives the names that a constructor made from them, a pattern or an
unpacking goes by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from callmap.link.evidence import Value
from callmap.link.file import EACH, File
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.names import Names

FIELDS: Final = "fields"  # of questions
FACTORIES: Final = "factories"  # likewise
_LISTED: Final = frozenset({Op.TUPLE, Op.LIST})


class Factory(NamedTuple):
    """A field whose default value is made by a function: field(default_factory=make)"""

    name: str
    file: File
    made_by: int  # the expression in that file


def by_place(names: Names, cls: Value) -> tuple[str, ...]:
    """The fields that are declared in the bodies of a class and its bases, in order."""
    known = names.known(names.fields, (FIELDS, cls))
    return known if known is not None else _settle_fields(names, cls)


def _settle_fields(names: Names, cls: Value) -> tuple[str, ...]:  # apart: a closure is made on the way in
    return names.settle(names.fields, (FIELDS, cls), lambda _: _find_fields(names, cls), ())


def _find_fields(names: Names, cls: Value) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for owner in reversed(names.classes.mro(cls)):
        if owner.kind == "class":
            note_members(names, owner)
            found.update(dict.fromkeys(names.world.files[owner.path].fields(owner.symbol)))
    return tuple(found)


def factories(names: Names, cls: Value) -> tuple[Factory, ...]:
    """Those of a class's own fields and its bases' whose default value is made by a function."""
    known = names.known(names.factories, (FACTORIES, cls))
    return known if known is not None else _settle_factories(names, cls)


def _settle_factories(names: Names, cls: Value) -> tuple[Factory, ...]:
    return names.settle(names.factories, (FACTORIES, cls), lambda _: _find_factories(names, cls), ())


def _find_factories(names: Names, cls: Value) -> tuple[Factory, ...]:
    found: list[Factory] = []
    for owner in names.classes.mro(cls):
        if owner.kind == "class":
            note_members(names, owner)
            file = names.world.files[owner.path]
            made = file.factories(owner.symbol, file.language.factory_keywords)
            found.extend([Factory(file.bindings.name(index), file, at) for index, at in made])
    return tuple(found)


def of_pattern(names: Names, cls: Value) -> Sequence[str]:
    """The same as patterns count them: the class may list them itself."""
    for owner in names.classes.mro(cls):
        file = names.world.files[owner.path] if owner.kind == "class" else None
        if file is not None and file.language.match_list:
            note_members(names, owner)
            listed = _listed(file, owner.symbol)
            if listed:
                return listed
    return by_place(names, cls)


def _listed(file: File, symbol: int) -> list[str]:
    places = file.names.get(file.symbols[symbol].scope, {}).get(file.language.match_list, ())
    value = file.bound[places[-1]] if places else NONE
    if value == NONE or file.code.op(value) not in _LISTED:
        return []
    return [file.code.text(part) for part in file.code.parts(value)]


def note_members(names: Names, cls: Value) -> None:
    """Notes that all members of a class were looked at."""
    cells = names.world.files[cls.path].cells(cls.symbol)
    names.world.reading.update((cells.own, cells.of(EACH)))


def of_enum(names: Names, cls: Value) -> list[str]:
    """The members of an enumeration: what is bound in its body and is no method; none if it is no enumeration."""
    if cls.symbol == NONE or not names.classes.is_enum(cls):
        return []
    note_members(names, cls)
    file = names.world.files[cls.path]
    bound = file.names.get(file.symbols[cls.symbol].scope, {})
    values = {name: file.bound[places[-1]] for name, places in bound.items()}
    return [name for name, at in values.items() if at != NONE and file.code.op(at) not in _METHODS]


def is_default(names: Names, object: Value, name: str) -> bool:
    """Whether code sets such an attribute of objects, and their class has a value for those where it does not."""
    if not names.world.is_stored(name):
        return False
    file, places = names.classes.in_body(object, name)
    if file is None or not places:
        return False
    values = [file.bound[place] for place in places]
    return all(value == NONE or file.code.op(value) not in _METHODS for value in values)


_METHODS: Final = frozenset({Op.FUNCTION, Op.DECORATED, Op.CLASS})
