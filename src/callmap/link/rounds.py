"""From facts to units, in rounds: takes the files of a snapshot, gives a unit (symbols and edges) for each. Pure.

In each round a call is evaluated with the summaries of the round before, and only if one that it read has changed.
When nothing changes any more, or after `MOST_ROUNDS`, it is done. Files may be split into shares that work side by
side: within a round no file sees what another computes, so the split does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from callmap.link.evidence import MANY, MANY_FILES, Value, in_order, too_many
from callmap.link.file import File
from callmap.link.link import FileLinker
from callmap.link.names import Names
from callmap.link.world import World
from callmap.model import Facts, Unit

MOST_ROUNDS = 12
FEWER_ROUNDS = 3  # in projects of more than MANY_FILES, where later rounds find little and cost as much

Summaries = dict[Value, frozenset[Value]]
_NOTHING: frozenset[Value] = frozenset()


class Share:
    """Some of a world's files, to be linked here."""

    def __init__(self, world: World, paths: Iterable[str]) -> None:
        names = Names(world)
        self._world = world
        self._linkers = {path: FileLinker(names, world.files[path]) for path in sorted(paths)}
        self._pending = list(self._linkers)
        self._told: set[Value] = set()
        self._givers: dict[tuple[str, int], set[str]] = {}  # function, class or container → files that give it things
        self._answers: Summaries = {}

    def run(self, progress: Callable[[int], None] | None = None) -> set[Value]:
        """Evaluates what is to be done; the summaries that were asked for and not told before."""
        for number, path in enumerate(self._pending, 1):
            for place in self._linkers[path].run():
                self._givers.setdefault(place, set()).add(path)
            if progress is not None:
                progress(number)
        self._pending = []
        return self._asked()

    def summarise(self, keys: Sequence[Value]) -> tuple[Summaries, set[Value]]:
        """What files of this share know of keys, where it has changed, and what was asked for to find it."""
        changed: Summaries = {}
        for key in keys:
            found: frozenset[Value] = frozenset()
            owner = self._linkers.get(key.path)
            if owner is not None and key.kind not in ("parameter", "made"):
                found = owner.summarise(key)
            for path in sorted(self._givers.get((key.path, key.symbol), ())) if key.kind != "returns" else ():
                found |= self._linkers[path].give(key)
            if self._answers.get(key, _NOTHING) != found:
                changed[key] = self._answers[key] = found
        return changed, self._asked()

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


def settle(shares: int, files: int, run: Run) -> None:
    """Runs rounds over so many files until nothing changes. `run(method, arguments)` calls a method of every share,
    each with its own arguments, and gives their results."""
    nothing: list[tuple[Any, ...]] = [()] * shares
    demanded: set[Value] = set()
    known: Summaries = {}
    parts: list[Summaries] = [{} for _ in range(shares)]
    rounds = MOST_ROUNDS if files <= MANY_FILES else FEWER_ROUNDS
    for number in range(rounds):
        demanded.update(*run("run", nothing))
        if number == rounds - 1:
            return
        touched: set[Value] = set()
        before = len(demanded)
        wanted = in_order(demanded)
        for part, (answers, asked) in zip(parts, run("summarise", [(wanted,)] * shares), strict=True):
            demanded |= asked
            part.update(answers)
            touched.update(answers)
        changed: Summaries = {}
        for key in touched:
            values = frozenset().union(*(part.get(key, _NOTHING) for part in parts))
            if too_many(values) or MANY in known.get(key, _NOTHING):
                values = frozenset((MANY,))
            if known.get(key) != values:
                changed[key] = values
        if not changed and len(demanded) == before:
            return
        known.update(changed)
        run("learn", [(changed,)] * shares)


def link(files: Iterable[File], projects: Mapping[str, Facts]) -> list[Unit]:
    """The units of a snapshot, sorted by path, linked in this process."""
    world = World(files, projects)
    share = Share(world, world.files)
    settle(1, len(world.files), lambda method, arguments: [getattr(share, method)(*arguments[0])])
    return list(share.units())
