"""What a file tells others: takes values that were found, gives them as summaries hold them."""

from __future__ import annotations

from collections.abc import Iterable

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
