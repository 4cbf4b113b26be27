"""Linking on all cores: takes a `World`, gives its units as rows for the store, and what they hold, counted.

Beside this process, forks of it, which see all its facts, link a share of the files each (see `link/rounds.py`). Where
forking is not safe or fails, all work is done here: the result is the same.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from callmap.link.evidence import bound_of
from callmap.link.rounds import Share, settle
from callmap.link.trace import Kept, Whole
from callmap.link.world import World
from callmap.model import Unit
from callmap.read import fork
from callmap.store.rows import Prepared, prepare

COUNTERS = ("languages", "symbols", "edges", "kinds", "unresolved", "bounds")  # of `Linked`
SMALLEST_SHARE = 64  # files; below it a process costs more than it saves
UNITS_AT_ONCE = 96  # of a share, about; fewer, larger transactions touch the indexes' pages less often
_FINISHING, _EACH_FILE, _STORING = 0.36, 800, 0.3  # as measured: see `_shares`
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

    def finish(self) -> Linked:
        """The next units; none when all were given."""
        linked = Linked()
        for unit, kept in islice(self._rest(), self.at_once):
            linked.add(unit, kept)
        return linked

    def __len__(self) -> int:
        """How many files it has to do."""
        return len(self._linkers)

    def _rest(self) -> Iterator[tuple[Unit, Kept]]:
        if self._left is None:
            self._left = self.units()
        return self._left

    _left: Iterator[tuple[Unit, Kept]] | None = None
    at_once = UNITS_AT_ONCE


def link_world(world: World, workers: int) -> Iterator[Linked]:
    """The units of all files, some at a time, so that they can be stored while others are still being made. The last
    have no units: they say what is to be kept of the whole."""
    with deep_recursion():
        yield from _link(world, workers)


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Inside, the linker may follow what it follows by its own bounds."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(_DEPTH, limit))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _link(world: World, workers: int) -> Iterator[Linked]:
    count = min(workers, len(world.files) // SMALLEST_SHARE)
    if count > 1:
        try:
            yield from _link_in_forks(world, count)
            return
        except fork.ForkFailed:  # what was given already is given again: units are named by content
            world.summaries.clear()
    share = PreparingShare(world, world.files)
    rounds = settle(1, len(world.files), lambda method, given: [getattr(share, method)(*given[0])])
    while (linked := share.finish()).units:
        yield linked
    yield _whole(rounds, share.whole())
    world.files.clear()  # those who share a world refer to each other; let at least the facts go at once


def _link_in_forks(world: World, count: int) -> Iterator[Linked]:
    """The first share is linked here."""
    turns = len(world.files) // (count * UNITS_AT_ONCE) + 1
    here, *others = (PreparingShare(world, paths) for paths in _shares(world, count))
    for share in (here, *others):
        share.at_once = len(share) // turns + 1  # all give their last at the same time, however many they have
    with fork.Forks(others) as forks:

        def run(method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
            forks.send(method, arguments[1:])
            return [getattr(here, method)(*arguments[0]), *forks.receive()]

        rounds = settle(count, len(world.files), run)
        nothing: list[tuple[()]] = [()] * len(others)
        forks.send("finish", nothing)
        while parts := [part for part in (here.finish(), *forks.receive()) if part.units]:
            forks.send("finish", nothing)  # the others go on while these are stored
            whole = Linked()
            for part in parts:
                whole.units += part.units
                whole.kept |= part.kept
                whole.merge(part)
            yield whole
        forks.send("whole", nothing)
        for known in (here.whole(), *forks.receive()):
            yield _whole(rounds, known)


def _whole(rounds: int, known: Whole) -> Linked:
    linked = Linked()
    linked.whole = known._replace(rounds=rounds)
    return linked


def _shares(world: World, count: int) -> list[list[str]]:
    """Paths for each process, so that the rounds, in which all wait for each other, and what follows end soon in all.

    The rounds take as long as there is code. To make a unit takes some of that, and some time for every file; the first
    process also stores the units of all.
    """
    sizes = {path: len(file.facts.code) for path, file in world.files.items()}
    after = {path: _FINISHING * size + _EACH_FILE for path, size in sizes.items()}
    rounds, finish = [0.0] * count, [_STORING * sum(after.values()), *[0.0] * (count - 1)]
    shares: list[list[str]] = [[] for _ in range(count)]
    for path in sorted(sizes, key=lambda path: (-sizes[path], path)):
        longest, last = max(rounds), max(finish)
        ends = [
            (max(longest, rounds[share] + sizes[path]) + max(last, finish[share] + after[path]),
             rounds[share] + finish[share], share) for share in range(count)
        ]  # fmt: skip
        chosen = min(ends)[2]
        shares[chosen].append(path)
        rounds[chosen] += sizes[path]
        finish[chosen] += after[path]
    return shares
