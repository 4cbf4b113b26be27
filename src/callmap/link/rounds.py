"""From facts to units, in rounds: takes the files of a snapshot, gives a unit (symbols and edges) for each. Pure.

In each round a call is evaluated with the summaries of the round before, and only if one that it read has changed.
When nothing changes any more, or after `MOST_ROUNDS`, it is done. Files may be split into shares that work side by
side: within a round no file sees what another computes, so the split does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from callmap.link.evidence import Value
from callmap.link.link import FileLinker
from callmap.link.names import Names
from callmap.link.world import File, World
from callmap.model import Facts, Unit

MOST_ROUNDS = 16

Summaries = dict[Value, frozenset[Value]]


class Share:
    """Some of a world's files, to be linked here."""

    def __init__(self, world: World, paths: Iterable[str]) -> None:
        names = Names(world)
        self._world = world
        self._linkers = {path: FileLinker(names, world.files[path]) for path in sorted(paths)}
        self._pending = list(self._linkers)
        self._told: set[Value] = set()

    def run(self, progress: Callable[[int], None] | None = None) -> set[Value]:
        """Evaluates what is to be done; the summaries that were asked for and not told before."""
        for number, path in enumerate(self._pending, 1):
            self._linkers[path].run()
            if progress is not None:
                progress(number)
        self._pending = []
        return self._asked()

    def summarise(self, keys: Sequence[Value]) -> tuple[Summaries, set[Value]]:
        """The values of keys that files of this share decide, and what was asked for to find them."""
        return {key: self._linkers[key.path].summarise(key) for key in keys}, self._asked()

    def learn(self, changed: Summaries) -> None:
        """Takes in what a round has changed."""
        self._world.summaries.update(changed)
        keys = frozenset(changed)
        self._pending = [path for path, linker in self._linkers.items() if linker.invalidate(keys)]

    def units(self) -> Iterator[Unit]:
        """The units of its files, when the rounds are over. What was known of a file is forgotten with each."""
        while self._linkers:
            yield self._linkers.pop(next(iter(self._linkers))).unit()

    def _asked(self) -> set[Value]:
        new = set[Value]().union(*(linker.asked for linker in self._linkers.values())) - self._told
        self._told |= new
        return new


Run = Callable[[str, Sequence[tuple[Any, ...]]], list[Any]]


def settle(owners: Mapping[str, int], shares: int, run: Run) -> None:
    """Runs rounds until nothing changes. `owners` says which share holds a path; `run(method, arguments)` calls a
    method of every share, each with its own arguments, and gives their results."""
    nothing: list[tuple[Any, ...]] = [()] * shares
    demanded: set[Value] = set()
    known: Summaries = {}
    for _ in range(MOST_ROUNDS):
        demanded.update(*run("run", nothing))
        mine: list[list[Value]] = [[] for _ in range(shares)]
        for key in sorted(demanded):
            mine[owners[key.path]].append(key)
        changed: Summaries = {}
        before = len(demanded)
        for summaries, asked in run("summarise", [(keys,) for keys in mine]):
            demanded |= asked
            changed.update((key, values) for key, values in summaries.items() if known.get(key) != values)
        if not changed and len(demanded) == before:
            return
        known.update(changed)
        run("learn", [(changed,)] * shares)


def link(files: Iterable[File], projects: Mapping[str, Facts]) -> list[Unit]:
    """The units of a snapshot, sorted by path, linked in this process."""
    world = World(files, projects)
    share = Share(world, world.files)
    settle(dict.fromkeys(world.files, 0), 1, lambda method, arguments: [getattr(share, method)(*arguments[0])])
    return list(share.units())
