"""The one walk for all graph questions: takes symbols and a direction, gives edges by distance. Bounded everywhere.

Breadth first, a level at a time: a set of symbols in, their edges out. A clique costs its edges once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from callmap.model import Confidence
from callmap.store.rows import EdgeRow, End, SymbolRow
from callmap.store.store import Index

DEEPEST = 5
MOST_NODES = 20_000
ALL = 1 << 62  # as a limit: all steps
MOST_SECONDS = 1.0  # that a walk without a given depth may take
CALL_KINDS = frozenset({"CALLS", "CONSTRUCTS"})
DEPENDENCY_KINDS = CALL_KINDS | {"REFERENCES", "EXTENDS", "IMPLEMENTS"}

Starts = SymbolRow | Sequence[SymbolRow]
EdgesOf = Callable[[set[int]], list[EdgeRow]]
OtherEnd = Callable[[EdgeRow], End | None]


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


class Reached(msgspec.Struct, frozen=True):
    """All that a walk met. `distances` has the starts, too (0); `cut`: a bound ended it."""

    steps: list[Step]
    ends: dict[int, End]
    distances: dict[int, int]
    cut: bool = False


def callers(
    store: Index,
    snapshot: int,
    symbol: Starts,
    depth: int = 1,
    limit: int = 20,
    tests: bool = True,
    offset: int = 0,
    wanted: Callable[[EdgeRow], bool] | None = None,
) -> Walked:
    """Who calls the symbols, over `depth` levels. `tests=False` leaves out callers in tests, `offset` steps shown
    before, and `wanted` chooses edges."""
    return _walked(incoming(store, snapshot), caller, symbol, depth, limit, tests, offset, wanted)


def callees(
    store: Index,
    snapshot: int,
    symbol: Starts,
    depth: int = 1,
    limit: int = 20,
    tests: bool = True,
    offset: int = 0,
    wanted: Callable[[EdgeRow], bool] | None = None,
) -> Walked:
    """What the symbols call, over `depth` levels. Calls whose target is not known are there, with no callee."""
    return _walked(outgoing(store, snapshot), callee, symbol, depth, limit, tests, offset, wanted)


def reach(
    edges_of: EdgesOf,
    other_end: OtherEnd,
    starts: Iterable[int],
    depth: int = MOST_NODES,
    wanted: Callable[[EdgeRow], bool] | None = None,
    kinds: Collection[str] = CALL_KINDS,
) -> Reached:
    """Walks from all starts at once until `depth`, or until there is nothing new, too much of it, or time is up."""
    steps: list[Step] = []
    ends: dict[int, End] = {}
    distances = dict.fromkeys(starts, 0)
    frontier, level, cut = set(distances), 0, False
    give_up = time.monotonic() + MOST_SECONDS
    while frontier and level < depth:
        level += 1
        following: set[int] = set()
        for edge in edges_of(frontier):
            if edge.kind not in kinds or (wanted is not None and not wanted(edge)):
                continue
            steps.append(Step(edge, level))
            end = other_end(edge)
            if end is not None and end.key not in distances:
                following.add(end.key)
                ends[end.key] = end
                distances[end.key] = level
        cut = level < depth and (len(distances) > MOST_NODES or (level > DEEPEST and time.monotonic() > give_up))
        if cut:
            break
        frontier = following
    return Reached(steps, ends, distances, cut)


def incoming(store: Index, snapshot: int) -> EdgesOf:
    return lambda keys: store.edges_to(snapshot, keys)


def outgoing(store: Index, snapshot: int) -> EdgesOf:
    return lambda keys: store.edges_from(snapshot, keys)


def caller(edge: EdgeRow) -> End | None:
    return edge.caller


def callee(edge: EdgeRow) -> End | None:
    return edge.callee


def as_end(row: SymbolRow) -> End:
    return End(row.key, row.path, row.name, row.qualified_name, row.kind, row.line, row.end_line, row.test)


def weakest(edges: Iterable[EdgeRow]) -> str:
    """The confidence of a path: that of its weakest edge."""
    return Confidence.ALL[max((Confidence.ALL.index(edge.confidence) for edge in edges), default=0)]


def _walked(
    edges_of: EdgesOf,
    other_end: OtherEnd,
    symbol: Starts,
    depth: int,
    limit: int,
    tests: bool,
    offset: int,
    wanted: Callable[[EdgeRow], bool] | None,
) -> Walked:
    rows = [symbol] if isinstance(symbol, SymbolRow) else symbol

    def fits(edge: EdgeRow) -> bool:
        end = other_end(edge)
        return (tests or end is None or not end.test) and (wanted is None or wanted(edge))

    reached = reach(edges_of, other_end, [row.key for row in rows], min(depth, DEEPEST), fits)
    unknown = sum(step.edge.callee is None for step in reached.steps)
    return Walked(reached.steps[offset : offset + limit], len(reached.steps), reached.cut, unknown)
