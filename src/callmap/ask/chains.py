"""A piece of the graph as a person reads it: takes edges, gives chains, each edge once.

a -> b -> c       a chain on one line
c -> d            c leads to several, so each starts a line
c -> e
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence

import msgspec

from callmap.model import plain_name
from callmap.store.rows import EdgeRow, End

ARROWS = {"CONSTRUCTS": "CALLS"}  # our kind of edge → the contract's word; others are the same


class Arrow(msgspec.Struct, frozen=True):
    """An edge between two symbols, by their keys."""

    source: int
    target: int
    kind: str


def arrows(edges: Iterable[EdgeRow]) -> list[Arrow]:
    """The edges between symbols, each pair and kind once; what has no known target is left out."""
    found = (
        Arrow(edge.caller.key, edge.callee.key, ARROWS.get(edge.kind, edge.kind))
        for edge in edges
        if edge.callee is not None
    )
    return list(dict.fromkeys(found))


def chains(graph: Sequence[Arrow]) -> list[list[Arrow]]:
    """The lines: from where nothing leads first; then from each branch, in the order in which they are met."""
    leaving: dict[int, list[Arrow]] = {}
    for arrow in graph:
        leaving.setdefault(arrow.source, []).append(arrow)
    entered = {arrow.target for arrow in graph if arrow.target != arrow.source}
    left = dict.fromkeys(graph)
    lines: list[list[Arrow]] = []
    starts = deque(source for source in leaving if source not in entered)
    while left:
        start = starts.popleft() if starts else next(iter(left)).source  # all in a circle: anywhere
        for first in leaving.get(start, ()):
            if first not in left:
                continue
            line = [first]
            del left[first]
            while len(following := leaving.get(line[-1].target, [])) == 1 and following[0] in left:
                line.append(following[0])
                del left[following[0]]
            lines.append(line)
            starts.append(line[-1].target)
    return lines


def labels(ends: Iterable[End]) -> dict[int, str]:
    """What each symbol is called: its name in its file; `#1`, `#2` behind those that several have."""
    unique = {end.key: end for end in ends}
    names = {key: plain_name(end.name) or end.path for key, end in unique.items()}
    often = Counter(names.values())
    seen: Counter[str] = Counter()
    for key, name in names.items():
        if often[name] > 1:
            seen[name] += 1
            names[key] = f"{name}#{seen[name]}"
    return names
