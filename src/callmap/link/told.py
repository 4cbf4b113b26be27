"""What a file tells others, and hears of them: takes values that were found, gives them as summaries hold them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from callmap.link.evidence import MADE, SUMMARIES, Found, Value, shallow


def packed(found: Iterable[Found]) -> frozenset[Value]:
    """The values alone: of objects not what the call passed that made them."""
    return frozenset(
        _told(value) if value.of else value for each in found
        if each.value.kind not in SUMMARIES and (value := shallow(each.packed())) is not None
    )  # fmt: skip


def _told(value: Value) -> Value:
    if value.kind in MADE:
        return value.as_kind(value.kind)
    of = tuple([_told(each) if each.of else each for each in value.of])  # no deeper than `shallow` leaves it
    return value if of == value.of else Value(value.kind, value.path, value.symbol, value.name, of)


@final
class Concerned:
    """Who has read one of some summaries. Sets of what was read are shared by many, so each is looked at once."""

    def __init__(self, changed: frozenset[Value]) -> None:
        self._changed = changed
        self._known: dict[frozenset[Value], bool] = {}

    def by(self, keys: frozenset[Value]) -> bool:
        """Whether one of these summaries is among them."""
        known = self._known.get(keys)
        if known is None:
            known = self._known[keys] = not keys.isdisjoint(self._changed)
        return known
