"""Linking on all cores: takes what makes a `World`, gives its units as rows for the store, and what they hold, counted.

A fork of this process makes the world, others are forks of that one, and each links a share of the files (see
`link/rounds.py`), while this one passes on what they tell each other and stores their units. Where forking is not safe
or fails, all work is done here: the result is the same.
"""

from __future__ import annotations

import heapq
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial

from callmap.link.evidence import bound_of
from callmap.link.names import Names
from callmap.link.rounds import Share, common_names, settle
from callmap.link.trace import Kept, Whole
from callmap.link.world import World
from callmap.model import Unit
from callmap.read import fork
from callmap.store.rows import Prepared, prepare

COUNTERS = ("languages", "symbols", "edges", "kinds", "unresolved", "bounds")  # of `Linked`
SMALLEST_SHARE = 64  # files; below it a process costs more than it saves
UNITS_AT_ONCE = 12  # of a share: their rows take ten times the memory that they take in the store
_EACH_FILE = 100  # bytes of packed sites that take as long to link as a file takes in any case, about
_DEPTH = 50_000  # frames: more than the linker's own bounds allow (see link/cycles.py)


class Linked:
    """The units of some files, as rows, what they hold, and what is to be kept of their linking."""

    def __init__(self) -> None:
        self.units: list[Prepared] = []
        self.kept: dict[str, Kept] = {}
        self.whole = Whole()
        self.languages: Counter[str] = Counter()
        self.symbols: Counter[str] = Counter()
        self.edges: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.unresolved: Counter[str] = Counter()
        self.bounds: Counter[str] = Counter()
        self.calls = 0
        self.names: set[int] = set()  # hashes of those that the files give (see link/given.py)

    def add(self, unit: Unit, kept: Kept) -> None:
        self.units.append(prepare(unit))
        self.kept[unit.path] = kept
        self.count(unit)

    def count(self, unit: Unit) -> None:
        self.languages[unit.language] += 1
        self.symbols.update([symbol.kind for symbol in unit.symbols])
        self.edges.update([edge.confidence for edge in unit.edges])
        self.kinds.update([edge.kind for edge in unit.edges])
        self.unresolved.update([edge.reason for edge in unit.edges if edge.reason])
        given_up = [edge for edge in unit.edges if edge.reason == "dynamic" and edge.via]
        self.bounds.update([bound for edge in given_up if (bound := bound_of(edge.via))])
        self.calls += len({(edge.line, edge.column) for edge in unit.edges if edge.kind in ("CALLS", "CONSTRUCTS")})

    def merge(self, other: Linked) -> None:
        """Counts what another holds. (Its units are not kept: they are stored by now.)"""
        self.calls += other.calls
        self.names.update(*[array("Q", kept.given) for kept in other.kept.values()])
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))
        mine, its = self.whole, other.whole
        witnesses = Counter(mine.witnesses) + Counter(word for kept in other.kept.values() for word in kept.witnesses)
        self.whole = Whole(
            max(mine.rounds, its.rounds), mine.votes | its.votes, its.blocks or mine.blocks, dict(witnesses),
            its.marks or mine.marks, its.shared if its.rounds else mine.shared,
        )  # fmt: skip


class PreparingShare(Share):
    """A share of the linking that also prepares its units for the store, some at a time, wherever it runs."""

    def __init__(
        self, names: Names, paths: Collection[str], others: int = 0, given: Collection[str] = frozenset()
    ) -> None:
        """`others`: how many more shares there are; `given`: whose units are not wanted any more."""
        super().__init__(names, paths, others)
        self._given = given
        self._left: Iterator[tuple[Unit, Kept]] | None = None

    def finish(self) -> Linked | None:
        """The next units; None when all were given."""
        if self._left is None:
            self._left = self.units()
        linked = Linked()
        for unit, kept in self._left:
            if unit.path not in self._given:
                linked.add(unit, kept)
            if len(linked.units) == UNITS_AT_ONCE:
                break
        return linked if linked.units else None


def link_world(
    make: Callable[[], World], paths: Collection[str], workers: int, elsewhere: Callable[[], None] = lambda: None
) -> Iterator[Linked]:
    """The units of all files of the world that `make` makes, some at a time, so that they can be stored while others
    are still being made. The last have no units: they say what is to be kept of the whole. `elsewhere` is called when
    other processes make it: what it is made of is not needed here, unless they fail."""
    with deep_recursion():
        yield from _link(make, paths, workers, elsewhere)


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Inside, the linker may follow what it follows by its own bounds."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(_DEPTH, limit))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _link(
    make: Callable[[], World], paths: Collection[str], workers: int, elsewhere: Callable[[], None]
) -> Iterator[Linked]:
    count, given = min(workers, len(paths) // SMALLEST_SHARE), set[str]()
    if count > 1:
        try:
            for part in _link_in_forks(make, len(paths), count, elsewhere):
                given |= part.kept.keys()
                yield part
            return
        except fork.ForkFailed:
            pass
    share = PreparingShare(Names(make()), paths, given=given)
    rounds = settle(1, len(paths), lambda method, arguments: [getattr(share, method)(*arguments[0])])
    while (linked := share.finish()) is not None:
        yield linked
    yield _whole(rounds, share.whole())


def _link_in_forks(
    make: Callable[[], World], files: int, count: int, elsewhere: Callable[[], None]
) -> Iterator[Linked]:
    def common() -> tuple[Names, list[list[str]]]:
        names = common_names(make())
        return names, _shares(names.world, count)

    def share(number: int, made: tuple[Names, list[list[str]]]) -> PreparingShare:
        names, shares = made
        return PreparingShare(names, shares[number], count - 1)

    with fork.Forks([partial(share, number) for number in range(count)], common) as forks:
        elsewhere()
        fork.trim()
        rounds = settle(count, files, forks.run)
        yield from forks.each("finish")
        for known in forks.run("whole", [()] * count):
            yield _whole(rounds, known)


def _whole(rounds: int, known: Whole) -> Linked:
    linked = Linked()
    linked.whole = known._replace(rounds=rounds)
    return linked


def _shares(world: World, count: int) -> list[list[str]]:
    """Paths for each process, so that all end at about the same time: by what there is of calls and other uses."""
    sizes = {path: len(file.facts.sites) for path, file in world.files.items()}
    loads: list[tuple[int, int]] = [(0, share) for share in range(count)]
    shares: list[list[str]] = [[] for _ in range(count)]
    for path in sorted(sizes, key=lambda path: (-sizes[path], path)):
        load, share = heapq.heappop(loads)
        shares[share].append(path)
        heapq.heappush(loads, (load + sizes[path] + _EACH_FILE, share))
    return shares
