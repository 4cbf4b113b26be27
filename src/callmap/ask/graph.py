"""The one walk for all graph questions: takes a symbol and a direction, gives edges by distance. Bounded everywhere.

Breadth first, a level at a time: a set of symbols in, their edges out. A clique costs its edges once.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from callmap.store.rows import EdgeRow, End, SymbolRow
from callmap.store.store import Index

DEEPEST = 5
MOST_NODES = 20_000
CALL_KINDS = frozenset({"CALLS", "CONSTRUCTS"})


class Step(msgspec.Struct, frozen=True):
    """An edge that was met, and how far from the start (1 = direct)."""

    edge: EdgeRow
    depth: int


class Walked(msgspec.Struct, frozen=True):
    """`steps` are those shown, nearest first; `total` counts all that were met; `cut`: the walk was bounded."""

    steps: list[Step]
    total: int
    cut: bool = False
    unresolved: int = 0  # of the total: calls whose target is not known


def callers(
    store: Index, snapshot: int, symbol: SymbolRow, depth: int = 1, limit: int = 20, tests: bool = True
) -> Walked:
    """Who calls the symbol, over `depth` levels. `tests=False` leaves out callers in tests."""
    return _walk(lambda keys: store.edges_to(snapshot, keys), caller, symbol.key, depth, limit, tests)


def callees(
    store: Index, snapshot: int, symbol: SymbolRow, depth: int = 1, limit: int = 20, tests: bool = True
) -> Walked:
    """What the symbol calls, over `depth` levels. Calls whose target is not known are there, with no callee."""
    return _walk(lambda keys: store.edges_from(snapshot, keys), callee, symbol.key, depth, limit, tests)


def caller(edge: EdgeRow) -> End | None:
    return edge.caller


def callee(edge: EdgeRow) -> End | None:
    return edge.callee


def _walk(
    edges_of: Callable[[set[int]], list[EdgeRow]],
    other_end: Callable[[EdgeRow], End | None],
    start: int,
    depth: int,
    limit: int,
    tests: bool,
) -> Walked:
    met: list[Step] = []
    seen, frontier, cut = {start}, {start}, False
    for level in range(1, min(depth, DEEPEST) + 1):
        following: set[int] = set()
        for edge in edges_of(frontier):
            end = other_end(edge)
            if edge.kind not in CALL_KINDS or (not tests and end is not None and end.test):
                continue
            met.append(Step(edge, level))
            if end is not None and end.key not in seen:
                following.add(end.key)
        seen |= following
        cut = len(seen) > MOST_NODES
        if not following or cut:
            break
        frontier = following
    return Walked(met[:limit], len(met), cut, sum(step.edge.callee is None for step in met))
