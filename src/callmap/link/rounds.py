"""From facts to units, in rounds: takes the files of a snapshot, gives a unit (symbols and edges) for each. Pure.

In each round a call is evaluated with the summaries of the round before, and only if one that it read has changed.
When nothing changes any more, or after `MOST_ROUNDS`, it is done. Files may be split into shares that work side by
side: within a round no file sees what another computes, so the split does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from callmap.link.bounds import within_bounds
from callmap.link.entries import marks_of_declared
from callmap.link.evidence import MANY, MANY_FILES, Value, in_order
from callmap.link.file import File
from callmap.link.given import Shared
from callmap.link.link import FileLinker
from callmap.link.names import Names
from callmap.link.trace import Kept, Packer, Whole
from callmap.link.world import World
from callmap.model import Facts, Unit

MOST_ROUNDS = 12
FEWER_ROUNDS = 3  # in projects of more than MANY_FILES, where later rounds find little and cost as much

Summaries = dict[Value, frozenset[Value]]
_NOTHING: frozenset[Value] = frozenset()
_NOBODY: set[str] = set()


class Share:
    """Some of a world's files, to be linked here."""

    def __init__(self, names: Names, paths: Iterable[str]) -> None:
        self._names = names
        world = self._world = names.world
        self._linkers = {path: FileLinker(names, world.files[path]) for path in sorted(paths)}
        self._pending = list(self._linkers)
        self._told: set[Value] = set()
        self._givers: dict[tuple[str, int], set[str]] = {}  # function, class or container → files that give it things
        self._answers: Summaries = {}
        self._answered: set[Value] = set()  # the keys of all answers, also where nothing is known
        self._moved: set[str] = set()  # files that may answer otherwise than the last time
        self._round = 0

    def run(self, progress: Callable[[int], None] | None = None) -> set[Value]:
        """Evaluates what is to be done; the summaries that were asked for and not told before."""
        self._moved.update(self._pending)
        for number, path in enumerate(self._pending, 1):
            for place in self._linkers[path].run():
                self._givers.setdefault(place, set()).add(path)
            if progress is not None:
                progress(number)
        self._pending = []
        return self._asked(self._round)

    def summarise(self, keys: Sequence[Value]) -> tuple[Summaries, set[Value]]:
        """What files of this share know of keys, where it has changed, and what was asked for to find it."""
        changed: Summaries = {}
        for key in keys:
            involved = self._givers.get((key.path, key.symbol), _NOBODY)
            if key in self._answered and key.path not in self._moved and involved.isdisjoint(self._moved):
                continue
            self._answered.add(key)
            owner = self._linkers.get(key.path)
            if owner is not None:
                owner.trace.wanted.setdefault(key, self._round)
                involved = involved if key.path in involved else {*involved, key.path}
            found = _NOTHING
            for path in sorted(involved):
                found |= self._linkers[path].answer(key, self._round)
            if self._answers.get(key, _NOTHING) != found:
                changed[key] = self._answers[key] = found
        self._moved.clear()
        self._round += 1
        return changed, self._asked(self._round)

    def learn(self, changed: Summaries) -> None:
        """Takes in what a round has changed."""
        self._world.summaries.update(changed)
        keys = frozenset(changed)
        for path, linker in self._linkers.items():
            if not linker.asked.isdisjoint(keys):
                self._moved.add(path)
                if linker.invalidate(keys):
                    self._pending.append(path)

    def units(self) -> Iterator[tuple[Unit, Kept]]:
        """The units of its files, when the rounds are over, those with the most code first, so that none is long after
        the others. What was known of a file is forgotten with each."""
        packer = Packer(self._world.files)
        files = self._world.files
        for path in sorted(self._linkers, key=lambda path: (-len(files[path].code.data), path)):
            linker = self._linkers.pop(path)
            yield linker.unit(), linker.kept(packer)
            linker.forget()

    def whole(self) -> Whole:
        """What is to be kept of the snapshot, as far as this share knows it."""
        world = self._world
        blocks = [family for family in sorted({each.family for each in world.languages()}) if world.has_blocks(family)]
        votes = {question: dict(votes) for question, votes in world.votes.items()}
        return Whole(0, votes, blocks, {}, marks_of_declared(self._names), listed(world.shared()))

    def _asked(self, number: int) -> set[Value]:
        for linker in self._linkers.values():
            linker.demand(number)
        new = set[Value]().union(*(linker.asked for linker in self._linkers.values())) - self._told
        self._told |= new
        return new


def common_names(world: World) -> Names:
    """The names of a world, with answers to what every share of its files will ask: found once, before there are
    shares."""
    names = Names(world)
    world.gives("method", "")
    return names


def listed(shared: Shared) -> tuple[list[str], list[str]]:
    """As it is kept."""
    return sorted(shared.descriptors), sorted(shared.helpers)


Run = Callable[[str, Sequence[tuple[Any, ...]]], list[Any]]


def limit_of_rounds(files: int) -> int:
    """How many rounds there may be in a snapshot of so many files."""
    return MOST_ROUNDS if files <= MANY_FILES else FEWER_ROUNDS


def settle(shares: int, files: int, run: Run) -> int:
    """Runs rounds over so many files until nothing changes; how many it took. `run(method, arguments)` calls a method
    of every share, each with its own arguments, and gives their results."""
    nothing: list[tuple[Any, ...]] = [()] * shares
    demanded: set[Value] = set()
    wanted: list[Value] = []
    known: Summaries = {}
    parts: list[Summaries] = [{} for _ in range(shares)]
    rounds = limit_of_rounds(files)
    for number in range(rounds):
        demanded.update(*run("run", nothing))
        if number == rounds - 1:
            return rounds
        touched: set[Value] = set()
        before = len(demanded)
        wanted = in_order([*wanted, *in_order(demanded.difference(wanted))])  # two sorted parts are soon one
        for part, (answers, asked) in zip(parts, run("summarise", [(wanted,)] * shares), strict=True):
            demanded |= asked
            part.update(answers)
            touched.update(answers)
        changed: Summaries = {}
        for key in touched:
            values = within_bounds(frozenset().union(*(part.get(key, _NOTHING) for part in parts)))
            if MANY in known.get(key, _NOTHING):
                values = frozenset((MANY,))
            if known.get(key) != values:
                changed[key] = values
        if not changed and len(demanded) == before:
            return number + 1
        known.update(changed)
        run("learn", [(changed,)] * shares)
    return rounds


def link(files: Iterable[File], projects: Mapping[str, Facts]) -> list[Unit]:
    """The units of a snapshot, sorted by path, linked in this process."""
    world = World(files, projects)
    share = Share(Names(world), world.files)
    settle(1, len(world.files), lambda method, arguments: [getattr(share, method)(*arguments[0])])
    return sorted([unit for unit, _ in share.units()], key=lambda unit: unit.path)
