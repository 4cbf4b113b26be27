"""From facts to units, in rounds: takes the files of a snapshot, gives a unit (symbols and edges) for each. Pure.

In each round a call is evaluated with the summaries of the round before, and only if one that it read has changed. (In
large projects, in some rounds: so what follows from summaries alone settles first.)
When nothing changes any more, or after `MOST_ROUNDS`, it is done. Files may be split into shares that work side by
side: within a round no file sees what another computes, so the split does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from callmap.link.bounds import Merging
from callmap.link.entries import marks_of_declared
from callmap.link.evidence import MANY_FILES, Value, in_order
from callmap.link.file import File
from callmap.link.given import Shared
from callmap.link.link import FileLinker, Place
from callmap.link.names import Names
from callmap.link.told import received, send
from callmap.link.trace import Kept, Packer, Whole
from callmap.link.world import World
from callmap.model import Facts, Unit

MOST_ROUNDS = 12
FORGOTTEN = 0.4  # of the code of a share: with a quarter of it Django took no more memory
# In projects of more than MANY_FILES later rounds find little and cost as much: calls are evaluated in every second
# one, with what has settled by then. In still larger ones nobody waits for that.
IN_LARGE = (True, False, True, False, True)
VERY_MANY_FILES = 1200
IN_VERY_LARGE = (True, True, True)

Summaries = dict[Value, frozenset[Value]]
_NOTHING: frozenset[Value] = frozenset()
_NOBODY: set[str] = set()


class Share:
    """Some of a world's files, to be linked here. What it tells other shares is packed, and only they unpack it."""

    def __init__(self, names: Names, paths: Iterable[str], others: int = 0) -> None:
        """`others`: how many more shares there are."""
        self._names = names
        world = self._world = names.world
        self._linkers = {path: FileLinker(names, world.files[path]) for path in sorted(paths)}
        self._pending = set(self._linkers)  # files with something to do
        self._told: set[Value] = set()
        self._demanded: set[Value] = set()  # the keys that any share has asked for
        self._keys: dict[Place, list[Value]] = {}  # → those of them that were answered
        self._givers: dict[Place, set[str]] = {}  # → files that give things there
        self._touched: set[Place] = set()  # where files gave things in this round
        self._answers: Summaries = {}
        self._of_others: list[Summaries] = [{} for _ in range(others)]  # their answers
        self._merging = Merging()
        self._answered: set[Value] = set()  # the keys of all answers, also where nothing is known
        self._changed: Summaries = {}  # the answers of this round that are not those of the one before
        self._grown = False  # whether answering them asked for more
        self._round = 0

    def run(self, evaluated: bool) -> bytes:
        """Evaluates what is to be done, if this is a round for that; gives the keys that were asked for and not told
        before."""
        for path in sorted(self._pending) if evaluated else ():
            touched = self._linkers[path].run()
            self._touched |= touched
            for place in touched:
                if (known := self._givers.get(place)) is None:
                    self._givers[place] = {path}
                else:
                    known.add(path)
        if evaluated:
            self._pending.clear()
        asked = self._asked(self._round)
        self._demanded |= asked
        return self._sent({}, asked)

    def summarise(self, others: Sequence[bytes]) -> bytes:
        """Takes what the other shares asked for; gives what files of this one know of all keys, where it has changed,
        and what was asked for to find it."""
        for content in others:
            self._demanded.update(received(content)[1])
        changed: Summaries = {}
        for key in self._to_answer():
            own = key.path
            involved = self._givers.get((own, key.symbol, key.kind), _NOBODY)
            owner = self._linkers.get(own)
            if owner is not None:
                owner.trace.wanted.setdefault(key, self._round)
                involved = involved if own in involved else {*involved, own}
            found = _NOTHING
            for path in sorted(involved) if len(involved) > 1 else involved:
                told = self._linkers[path].answer(key, self._round)
                found = found | told if found and told else found or told  # a copy of one would be kept beside it
            before = self._answers.get(key, _NOTHING)
            if before is not found and before != found:
                changed[key] = self._answers[key] = found
        self._round += 1
        self._changed = changed
        asked = self._asked(self._round)
        self._grown = self._demand(asked)
        return self._sent(changed, asked)

    def learn(self, others: Sequence[bytes]) -> bool:
        """Takes in what the round has changed, here and in the other shares; whether there is anything."""
        touched, known = set(self._changed), self._world.summaries
        for theirs, content in zip(self._of_others, others, strict=True):
            answers, asked = received(content)
            self._grown |= self._demand(asked)
            theirs.update(answers)
            touched.update(answers)
        changed: Summaries = {}
        for key in touched:
            parts = [part[key] for part in (self._answers, *self._of_others) if key in part]
            values = self._merging.after(
                key, known.get(key, _NOTHING), parts[0] if len(parts) == 1 else _NOTHING.union(*parts)
            )
            if known.get(key) != values:
                changed[key] = values
        known.update(changed)
        keys = frozenset(changed)
        for path, linker in self._linkers.items():
            if linker.invalidate(keys):
                self._pending.add(path)
        return self._grown or bool(changed) or bool(self._pending)

    def units(self) -> Iterator[tuple[Unit, Kept]]:
        """The units of its files, when the rounds are over, those with the most code first, so that none is long after
        the others. What was known of a file is forgotten with each; in a process that soon ends, of the largest only,
        which makes room for all that is still to be made."""
        packer = Packer(self._world.files)
        sizes = {path: self._world.files[path].code.size for path in self._linkers}
        left = sum(sizes.values()) * (FORGOTTEN if self._of_others else 1)
        for path in sorted(sizes, key=lambda path: (-sizes[path], path)):
            linker = self._linkers.pop(path)
            yield linker.unit(), linker.kept(packer)
            if left >= 0:
                linker.forget()
                left -= sizes[path]

    def whole(self) -> Whole:
        """What is to be kept of the snapshot, as far as this share knows it."""
        world = self._world
        blocks = [family for family in sorted({each.family for each in world.languages()}) if world.has_blocks(family)]
        votes = {question: dict(votes) for question, votes in world.votes.items()}
        return Whole(0, votes, blocks, {}, marks_of_declared(self._names), listed(world.shared()))

    def _to_answer(self) -> list[Value]:
        """The keys that may be answered otherwise than the last time, in order: new ones, those of places where
        something was given, and those whose answers were found from what has changed."""
        found = self._demanded - self._answered
        for key in found:
            self._keys.setdefault((key.path, key.symbol, key.kind), []).append(key)
        self._answered |= found
        for place in self._touched:
            found.update(self._keys.get(place, ()))
        self._touched.clear()
        for linker in self._linkers.values():
            found |= linker.dropped
            linker.dropped.clear()
        return in_order(found)

    def _asked(self, number: int) -> set[Value]:
        """The keys that files ask for since a round and that were not asked for before."""
        grown = [linker for linker in self._linkers.values() if linker.demand(number)]
        new = set[Value]().union(*[linker.asked for linker in grown]) - self._told
        self._told |= new
        return new

    def _demand(self, keys: Iterable[Value]) -> bool:
        """Whether a key is among them that no share has asked for before."""
        before = len(self._demanded)
        self._demanded.update(keys)
        return len(self._demanded) > before

    def _sent(self, answers: Summaries, asked: set[Value]) -> bytes:
        return send(answers, asked) if self._of_others else b""


def common_names(world: World) -> Names:
    """The names of a world, with answers to what every share of its files will ask: found once, before there are
    shares."""
    names = Names(world)
    world.gives("method", "")
    names.classes.heirs_by_base()
    return names


def listed(shared: Shared) -> tuple[list[str], list[str]]:
    """As it is kept."""
    return sorted(shared.descriptors), sorted(shared.helpers)


Run = Callable[[str, Sequence[tuple[Any, ...]]], list[Any]]


def schedule(files: int) -> tuple[bool, ...]:
    """How many rounds there may be in a snapshot of so many files, and whether calls are evaluated in each."""
    if files <= MANY_FILES:
        return (True,) * MOST_ROUNDS
    return IN_LARGE if files <= VERY_MANY_FILES else IN_VERY_LARGE


def settle(shares: int, files: int, run: Run) -> int:
    """Runs rounds over so many files until nothing changes; how many it took. `run(method, arguments)` calls a method
    of every share, each with its own arguments, and gives their results."""
    rounds = schedule(files)
    for number, evaluated in enumerate(rounds):
        asked = run("run", [(evaluated,)] * shares)
        if number + 1 < len(rounds):
            answers = run("summarise", _to_others(asked))
            if not any(run("learn", _to_others(answers))):
                return number + 1
    return len(rounds)


def _to_others(told: list[bytes]) -> list[tuple[list[bytes]]]:
    """What each of several shares is given of what they tell: all but its own."""
    return [(told[:share] + told[share + 1 :],) for share in range(len(told))]


def link(files: Iterable[File], projects: Mapping[str, Facts]) -> list[Unit]:
    """The units of a snapshot, sorted by path, linked in this process."""
    world = World(files, projects)
    share = Share(Names(world), world.files)
    settle(1, len(world.files), lambda method, arguments: [getattr(share, method)(*arguments[0])])
    return sorted([unit for unit, _ in share.units()], key=lambda unit: unit.path)
