"""How one symbol leads to another: takes two sets of symbols, gives paths of edges, the shortest first. Bounded.

The graph is walked from both sides, always where it is narrower, until the sides meet. What they saw holds every path
that is not longer than the two walks together; the paths are then taken from it, the shortest first, always towards the
goal. So neither a clique nor forty diamonds in a row costs more than its edges and the paths that are asked for.
"""

from __future__ import annotations

import heapq
import time
from collections import deque
from collections.abc import Collection, Iterable

import msgspec

from callmap.ask.graph import CALL_KINDS, MOST_NODES, EdgesOf, weakest
from callmap.model import Confidence
from callmap.store.rows import EdgeRow, End

DEEPEST_PATH = 100  # edges; more are not a path that somebody reads
MOST_PATHS = 20
_MOST_TRIES = 20_000  # beginnings of paths that are looked at
_MOST_SECONDS = 0.8
_DETOUR = 2  # edges by which other paths may be longer than the shortest


class Path(msgspec.Struct, frozen=True):
    """A path: one edge after the other. Between two symbols that have several, the surest stands for all."""

    edges: tuple[EdgeRow, ...]

    @property
    def confidence(self) -> str:
        """That of its weakest edge."""
        return weakest(self.edges)


class Paths(msgspec.Struct, frozen=True):
    """The shortest paths, shortest first. `cut`: a bound ended the search, so there may be more."""

    paths: list[Path]
    cut: bool = False


def between(
    outgoing: EdgesOf,
    incoming: EdgesOf,
    starts: Collection[int],
    goals: Collection[int],
    depth: int = DEEPEST_PATH,
    limit: int = 5,
    kinds: Collection[str] = CALL_KINDS,
) -> Paths:
    """Up to `limit` paths of at most `depth` edges from any of `starts` to any of `goals`."""
    seen = _Seen(outgoing, incoming, starts, goals, kinds)
    give_up = time.monotonic() + _MOST_SECONDS
    shortest = 0
    while not shortest and seen.depth < depth and seen.grow():
        shortest = seen.shortest()
        if time.monotonic() > give_up or seen.size > MOST_NODES:
            break
    if not shortest:
        return Paths([], cut=seen.open and seen.depth < depth)
    longest = min(depth, shortest + _DETOUR)
    while seen.depth < longest and time.monotonic() < give_up and seen.size <= MOST_NODES and seen.grow():
        pass
    paths, cut = _shortest_first(seen.edges, set(starts), set(goals), longest, limit + 1)
    return Paths(paths[:limit], cut or len(paths) > limit)


class _Seen:
    """What was seen from both sides so far: for each symbol its distance, and the surest edge to each neighbour."""

    def __init__(
        self,
        outgoing: EdgesOf,
        incoming: EdgesOf,
        starts: Collection[int],
        goals: Collection[int],
        kinds: Collection[str],
    ) -> None:
        self.edges: dict[int, dict[int, EdgeRow]] = {}
        self.depth = 0
        self._kinds = kinds
        self._outgoing, self._incoming = outgoing, incoming
        self._ahead, self._behind = set(starts), set(goals)  # frontiers
        self._from, self._to = dict.fromkeys(starts, 0), dict.fromkeys(goals, 0)

    @property
    def size(self) -> int:
        return len(self._from) + len(self._to)

    @property
    def open(self) -> bool:
        """Whether there is more to see."""
        return bool(self._ahead and self._behind)

    def grow(self) -> bool:
        """One step more, on the narrower side; False when a side has nothing left."""
        if not self.open:
            return False
        self.depth += 1
        if len(self._ahead) <= len(self._behind):
            edges = self._outgoing(self._ahead)
            self._ahead = self._note(edges, self._from, forward=True)
        else:
            edges = self._incoming(self._behind)
            self._behind = self._note(edges, self._to, forward=False)
        return True

    def shortest(self) -> int:
        """The length of the shortest path that was seen; 0 if none was."""
        return min((self._from[key] + self._to[key] for key in self._from.keys() & self._to.keys()), default=0)

    def _note(self, edges: Iterable[EdgeRow], distances: dict[int, int], forward: bool) -> set[int]:
        new: set[int] = set()
        for edge in edges:
            if edge.callee is None or edge.kind not in self._kinds or edge.caller.key == edge.callee.key:
                continue
            source, target = edge.caller.key, edge.callee.key
            known = self.edges.setdefault(source, {})
            if target not in known or _order(edge) < _order(known[target]):
                known[target] = edge
            here, there = (source, target) if forward else (target, source)
            if there not in distances:
                distances[there] = distances[here] + 1
                new.add(there)
        return new


def _order(edge: EdgeRow) -> tuple[int, bool, int]:
    """The surest first, a call before what is none; then by place."""
    return Confidence.ALL.index(edge.confidence), edge.kind not in CALL_KINDS, edge.seq


def _shortest_first(
    edges: dict[int, dict[int, EdgeRow]], starts: set[int], goals: set[int], longest: int, limit: int
) -> tuple[list[Path], bool]:
    """Paths without a loop, by length, then sureness, then names; and whether the search was given up."""
    left = _distances_to(edges, goals)
    heap: list[tuple[int, int, int, tuple[str, ...], tuple[EdgeRow, ...]]] = []

    def go_on(path: tuple[EdgeRow, ...], ids: tuple[str, ...], key: int) -> None:
        visited = {edge.caller.key for edge in path}
        for target, edge in edges.get(key, {}).items():
            length = len(path) + 1 + left.get(target, longest)
            if length <= longest and target not in visited and target not in starts:
                longer = (*path, edge)
                doubt = sum(_order(step)[0] for step in longer)  # of equal lengths the one that got furthest goes on
                heapq.heappush(heap, (length, -len(longer), doubt, (*ids, _callee(edge).id), longer))

    for start in sorted(starts - goals):
        go_on((), (str(start),), start)
    found: list[Path] = []
    tries = 0
    while heap and len(found) < limit:
        _, _, _, ids, path = heapq.heappop(heap)
        end = _callee(path[-1]).key
        if end in goals:
            found.append(Path(path))
            continue
        go_on(path, ids, end)
        tries += 1
        if tries > _MOST_TRIES:
            return found, True
    return found, False


def _callee(edge: EdgeRow) -> End:
    assert edge.callee is not None, "only edges with a known target are part of a path"
    return edge.callee


def _distances_to(edges: dict[int, dict[int, EdgeRow]], goals: set[int]) -> dict[int, int]:
    """How many edges lead from each symbol to the nearest goal."""
    back: dict[int, list[int]] = {}
    for source, targets in edges.items():
        for target in targets:
            back.setdefault(target, []).append(source)
    distances = dict.fromkeys(goals, 0)
    queue = deque(goals)
    while queue:
        key = queue.popleft()
        for source in back.get(key, ()):
            if source not in distances:
                distances[source] = distances[key] + 1
                queue.append(source)
    return distances
