"""Linking on all cores: takes a `World`, gives its units as rows for the store, and what they hold, counted.

Each process is a fork that sees all facts and links a share of the files (see `link/rounds.py`). Where forking is not
safe or fails, the work is done here: the result is the same.
"""

from __future__ import annotations

import sys
from collections import Counter

from callmap.link.rounds import Share, settle
from callmap.link.world import World
from callmap.model import Unit
from callmap.read import fork
from callmap.store.rows import Prepared, prepare

SMALLEST_SHARE = 64  # files; below it a process costs more than it saves
_DEPTH = 20_000  # frames: the linker follows hundreds of names from one to the next, and each takes several


class Linked:
    """The units of some files, as rows, and what they hold."""

    def __init__(self) -> None:
        self.units: list[Prepared] = []
        self.languages: Counter[str] = Counter()
        self.symbols: Counter[str] = Counter()
        self.edges: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.unresolved: Counter[str] = Counter()
        self.calls = 0

    def add(self, unit: Unit) -> None:
        self.units.append(prepare(unit))
        self.languages[unit.language] += 1
        self.symbols.update([symbol.kind for symbol in unit.symbols])
        self.edges.update([edge.confidence for edge in unit.edges])
        self.kinds.update([edge.kind for edge in unit.edges])
        self.unresolved.update([edge.reason for edge in unit.edges if edge.reason])
        self.calls += len({(edge.line, edge.column) for edge in unit.edges if edge.kind in ("CALLS", "CONSTRUCTS")})

    def merge(self, other: Linked) -> None:
        self.units += other.units
        self.calls += other.calls
        for name in ("languages", "symbols", "edges", "kinds", "unresolved"):
            getattr(self, name).update(getattr(other, name))


class PreparingShare(Share):
    """A share of the linking that also prepares its units for the store, wherever it runs."""

    def finish(self) -> Linked:
        linked = Linked()
        for unit in self.units():
            linked.add(unit)
        return linked


def link_world(world: World, workers: int) -> Linked:
    """The units of all files."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(_DEPTH, limit))
    try:
        return _link(world, workers)
    finally:
        sys.setrecursionlimit(limit)


def _link(world: World, workers: int) -> Linked:
    count = min(workers, len(world.files) // SMALLEST_SHARE)
    if count > 1:
        try:
            return _link_in_forks(world, count)
        except fork.ForkFailed:
            world.summaries.clear()
    share = PreparingShare(world, world.files)
    settle(dict.fromkeys(world.files, 0), 1, lambda method, given: [getattr(share, method)(*given[0])])
    linked = share.finish()
    world.files.clear()  # those who share a world refer to each other; let at least the facts go at once
    return linked


def _link_in_forks(world: World, count: int) -> Linked:
    """Each fork gets about as many calls as the others."""
    paths = sorted(world.files, key=lambda path: (-len(world.files[path].facts.calls), path))
    owners = {path: number % count for number, path in enumerate(paths)}
    shares = [PreparingShare(world, [path for path in paths if owners[path] == share]) for share in range(count)]
    linked = Linked()
    with fork.Forks(shares) as forks:
        settle(owners, count, forks.run)
        for part in forks.run("finish", [()] * count):
            linked.merge(part)
    return linked
