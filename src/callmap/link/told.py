"""What a file tells others: takes values that were found, gives them as summaries hold them, and packed for those that
are linked in another process; who has read what changed."""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterable, Mapping
from typing import Final, final

from callmap.link.evidence import MADE, SUMMARIES, Found, Value, shallow

_NOTHING: Final[frozenset[Value]] = frozenset()  # one for all: each would take 216 bytes
Columns = tuple[list[str], list[str], list[int], list[str], list[tuple[Value, ...]]]  # the fields of values, by field


def packed(found: Iterable[Found]) -> frozenset[Value]:
    """The values alone: of objects not what the call passed that made them."""
    values = [
        _told(value) if value.of else value for each in found
        if each.value.kind not in SUMMARIES and (value := shallow(each.packed())) is not None
    ]  # fmt: skip
    return frozenset(values) if values else _NOTHING


def _told(value: Value) -> Value:
    if value.kind in MADE:
        return value if value.of[0].kind == "text" else value.as_kind(value.kind)  # which of an enumeration it is
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


def send(answers: Mapping[Value, Collection[Value]], keys: Collection[Value]) -> bytes:
    """Answers by key, and keys of which nothing is told, as another process gets them. By column, since what is told of
    each value by itself takes five times as long to pack."""
    values: list[Value] = [*keys, *answers]
    counts: list[int] = []
    for told in answers.values():
        counts.append(len(told))
        values.extend(told)
    kinds, paths, symbols = list[str](), list[str](), list[int]()
    names, inner = list[str](), list[tuple[Value, ...]]()
    for value in values:
        kinds.append(value.kind)
        paths.append(value.path)
        symbols.append(value.symbol)
        names.append(value.name)
        inner.append(value.of)
    columns: Columns = (kinds, paths, symbols, names, inner)
    return pickle.dumps((len(keys), counts, columns), pickle.HIGHEST_PROTOCOL)


def received(content: bytes) -> tuple[dict[Value, frozenset[Value]], list[Value]]:
    """What was sent by a process of ours."""
    asked: int
    counts: list[int]
    columns: Columns
    asked, counts, columns = pickle.loads(content)
    kinds, paths, symbols, names, inner = columns
    values = [Value(kinds[at], paths[at], symbols[at], names[at], inner[at]) for at in range(len(kinds))]
    answers: dict[Value, frozenset[Value]] = {}
    end = asked + len(counts)
    for at, count in enumerate(counts):
        answers[values[asked + at]] = frozenset(values[end : end + count])
        end += count
    return answers, values[:asked]
