"""Values and their evidence: what an expression may be, how sure that is, and the steps that led to it."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from callmap.model import NONE

STATIC, INFERRED, POSSIBLE = 0, 1, 2
LEVELS = ("static", "inferred", "possible")


class Value(NamedTuple):
    """What an expression may be.

    function, class, instance   `symbol` of the file `path` (instance: of that class; class: also namespaces, types)
    module                      the file `path`
    package                     the directory `path`, a package without a file
    object                      the object literal that stands at offset `symbol` of the file `path`
    external, external_instance `name`: something outside the snapshot, or an instance of it
    external_result             what a call of `name` gave: of that package, but not known by name
    returns, variable, attribute  not known from facts: the summary of that key (`symbol`, `name` in `path`)
    """

    kind: str
    path: str
    symbol: int = NONE
    name: str = ""

    def as_kind(self, kind: str) -> Value:
        """The same thing in another role: a class's instance, an instance's class."""
        return Value(kind, self.path, self.symbol, self.name)


SUMMARIES = frozenset({"returns", "variable", "attribute"})


class Found(msgspec.Struct, frozen=True, gc=False):
    """A value with its evidence: how sure, and the steps that led to it."""

    value: Value
    level: int
    via: tuple[str, ...]
    indirect: bool = False  # a function that was reached through a variable
    receiver: Value | None = None  # a method: the instance or class it was taken from

    def but(self, **changes: Any) -> Found:
        """The same with other fields."""
        return msgspec.structs.replace(self, **changes)

    def after(self, before: Found) -> Found:
        """This, reached through another."""
        if not before.via and not before.level:
            return self
        level = self.level if self.level > before.level else before.level
        return Found(self.value, level, steps(before.via, self.via), self.indirect, self.receiver)


def steps(first: tuple[str, ...], then: tuple[str, ...]) -> tuple[str, ...]:
    """Evidence in order, bounded: a chain of a thousand calls is not told step by step."""
    via = (*first, *then)
    return via if len(via) <= _MOST_STEPS else (*via[:5], "…", *via[-6:])


_MOST_STEPS = 12


Founds = tuple[Found, ...]


def several(found: list[Found]) -> Founds:
    """Distinct values; when there is more than one, none of them is proven."""
    if len(found) < 2:
        return tuple(found)
    distinct: dict[Value, Found] = {}
    for each in found:
        known = distinct.get(each.value)
        if known is None or each.level < known.level:
            distinct[each.value] = each
    if len(distinct) == 1:
        return tuple(distinct.values())
    return tuple(f if f.level else f.but(level=INFERRED) for f in distinct.values())
