"""Links again only what an edit reaches: takes a `PastWorld`, gives the units of files whose linking may differ. Pure.

The rounds of the earlier linking are gone through once more, but only for files that read something that differs. They
read the summaries of all others from the traces of these. Where they ask for other summaries than before, or answer
otherwise, whoever answers those or has read these joins in: it goes through all rounds so far, and on from there. So
every file either is linked as it would be in a first linking of the whole snapshot, or has read what it read before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from callmap.link.entries import FRAMEWORKS, entries_of
from callmap.link.evidence import MANY, Value, too_many
from callmap.link.lineage import BELOW
from callmap.link.link import FileLinker
from callmap.link.names import Names
from callmap.link.past import PastWorld, Stale
from callmap.link.reads import mark
from callmap.link.rounds import limit_of_rounds
from callmap.link.trace import ASKED, ENTERED, GIVEN, TOLD, Kept, Packer, Trace, Whole, is_gone
from callmap.model import Unit

_NOTHING: Final[frozenset[Value]] = frozenset()
_NO_TRACE: Final = Trace()
NEVER: Final = 1 << 30  # a round


class Runner:
    """A file that is linked anew, and how far it is."""

    def __init__(self, names: Names, path: str, before: Trace) -> None:
        self.linker = FileLinker(names, names.world.files[path])
        self.before = before
        self.ran = self.told = -1  # the last round in which it was evaluated, and in which it answered


class Replay:
    """One replay. `most` is how many files may be linked anew; more of them raise Stale."""

    def __init__(self, world: PastWorld, names: Names, rounds: int, most: int) -> None:
        self._world = world
        self._names = names
        self._past = world.past
        self._rounds = rounds
        self._most = most
        self._runners: dict[str, Runner] = {}
        self._gone = sorted(self._past.changed - world.known)
        self._namer = Packer(world.files).namer
        self._merged: dict[Value, list[frozenset[Value]]] = {}  # key → what it is after each round
        self._merged_before: dict[Value, list[frozenset[Value]]] = {}
        self._moved: dict[Value, int] = {}  # keys that are asked for from another round on than then
        self._last = 0  # the round before which the rounds were over

    def run(self) -> int:
        """Goes through all rounds; how many there were."""
        self._world.merged = self.merged
        limit = limit_of_rounds(len(self._world.known))
        for path in sorted(self._past.dirty & self._world.known):
            self._join(path)
        number = 0
        while True:
            self._last = number
            for runner in self._each():
                self._evaluate(runner, number)
            self._let_in(self._asked_otherwise(number), number, answered=False)
            if number == limit - 1:
                return limit
            for runner in self._each():
                self._answer(runner, number)
            self._let_in(self._told_otherwise(number), number, answered=True)
            moved = [self._learn(runner, number) for runner in self._each()]
            number += 1
            self._last = number
            if number >= self._rounds and not any(moved):
                return number

    def units(self) -> Iterator[tuple[Unit, Kept]]:
        """The units of the files that were linked anew."""
        self._look_from(self._last)
        self._tell_entries()
        packer = Packer(self._world.files)
        for path in sorted(self._runners):
            linker = self._runners[path].linker
            yield linker.unit(), linker.kept(packer)

    # --- who takes part ---

    def _each(self) -> list[Runner]:
        return [self._runners[path] for path in sorted(self._runners)]

    def _join(self, path: str) -> Runner:
        if len(self._runners) >= self._most:
            raise Stale
        self._past.dirty.add(path)
        before = self._past.trace(path) if path in self._past else _NO_TRACE
        runner = self._runners[path] = Runner(self._names, path, before)
        return runner

    def _let_in(self, paths: Iterable[str], number: int, *, answered: bool) -> None:
        """Files whose linking may differ from here on go through all rounds so far; `answered`: and answer in this."""
        for path in sorted(set(paths)):
            if path in self._runners or path not in self._world.known:
                continue
            runner = self._join(path)
            for earlier in range(number):
                self._evaluate(runner, earlier)
                self._answer(runner, earlier)
                self._learn(runner, earlier)
            self._evaluate(runner, number)
            if answered:
                self._answer(runner, number)

    # --- the steps of a round, for one file ---

    def _evaluate(self, runner: Runner, number: int) -> None:
        if runner.ran < number:
            self._look_from(number)
            runner.linker.run()
            runner.linker.demand(number)
            runner.ran = number

    def _answer(self, runner: Runner, number: int) -> None:
        if runner.told < number:
            self._look_from(number)
            for key in self._wanted(runner, number):
                runner.linker.answer(key, number)
            for key, since in self._wanted_of(runner.linker.file.path).items():
                if since <= number:
                    runner.linker.trace.wanted.setdefault(key, number)
            runner.linker.demand(number + 1)
            runner.told = number

    def _learn(self, runner: Runner, number: int) -> bool:
        """Takes in what the round has changed; whether there is something to do again."""
        changed = [
            key for key in runner.linker.asked
            if self.merged(key, number) != (self.merged(key, number - 1) if number else _NOTHING)
        ]  # fmt: skip
        grown = any(since > number for since in runner.linker.trace.demands.values())
        runner.linker.invalidate(frozenset(changed))
        return bool(changed) or grown

    def _look_from(self, number: int) -> None:
        """Summaries are those of the round before from now on."""
        self._world.round = number - 1

    def _wanted(self, runner: Runner, number: int) -> list[Value]:
        """The keys that somebody has asked for by now and that this file may answer."""
        linker = runner.linker
        places = linker.places()
        found: set[Value] = set()
        for path in {linker.file.path, *(path for path, _ in places)}:
            for key, since in self._wanted_of(path).items():
                if since <= number and (
                    (path == linker.file.path and key.kind not in ("parameter", "made"))
                    or (key.kind != "returns" and (path, key.symbol) in places)
                ):
                    found.add(key)
        return sorted(found)

    def _wanted_of(self, path: str) -> dict[Value, int]:
        """Keys of a file, and from which round on anybody asks for them."""
        then = self._past.trace(path).wanted if path in self._past else {}
        moved = {key: since for key, since in self._moved.items() if key.path == path}
        return {key: since for key, since in (then | moved).items() if since < NEVER and not is_gone(key)}

    # --- summaries ---

    def merged(self, key: Value, number: int) -> frozenset[Value]:
        """What all files together say of a key after a round."""
        if number < 0:
            return _NOTHING
        known = self._merged.setdefault(key, [])
        while len(known) <= number:
            at = len(known)
            said = [self._past.trace(path).answer(key, at) for path in self._tellers(key) if self._stays(path)]
            said += [runner.linker.trace.answer(key, at) for runner in self._runners.values()]
            values = _together(said, known[-1] if known else _NOTHING)
            if any(map(is_gone, values)):
                raise Stale
            known.append(values)
        return known[number]

    def _merged_then(self, key: Value, number: int) -> frozenset[Value]:
        """What it was in the earlier linking."""
        known = self._merged_before.setdefault(key, [])
        while len(known) <= number:
            said = [self._past.trace(path).answer(key, len(known)) for path in self._tellers(key)]
            known.append(_together(said, known[-1] if known else _NOTHING))
        return known[number]

    def _tellers(self, key: Value) -> list[str]:
        """The files that said something of a key then."""
        return self._past.marked(self._namer.key_mark(TOLD, key))

    # --- what differs ---

    def _pairs(self) -> Iterator[tuple[Trace, Trace]]:
        """What files that are linked anew took and gave then, and now; those that are gone, nothing now."""
        for runner in self._each():
            yield runner.before, runner.linker.trace
        for path in self._gone:
            if path in self._past:
                yield self._past.trace(path), _NO_TRACE

    def _asked_otherwise(self, number: int) -> set[str]:
        """Who answers keys that are asked for in this round and were not then, or the other way round."""
        found: set[str] = set()
        for then, now in self._pairs():
            for key in then.demands.keys() | now.demands.keys():
                before, since = then.demands.get(key, NEVER), now.demands.get(key, NEVER)
                if before == since or min(before, since) > number or is_gone(key):
                    continue
                was = self._past.trace(key.path).wanted.get(key, NEVER) if key.path in self._past else NEVER
                since = self._moved[key] = self._wanted_since(key)
                if (was <= number) != (since <= number):
                    found.add(key.path)
                    found.update(self._past.marked(mark("", GIVEN, key.path)) if key.kind != "returns" else ())
        return found

    def _wanted_since(self, key: Value) -> int:
        """The first round so far in which somebody asks for a key."""
        asking = [path for path in self._past.marked(self._namer.key_mark(ASKED, key)) if self._stays(path)]
        known = [self._past.trace(path).demands.get(key, NEVER) for path in asking]
        known += [runner.linker.trace.demands.get(key, NEVER) for runner in self._runners.values()]
        return min(known, default=NEVER)

    def _stays(self, path: str) -> bool:
        """Whether what was kept of a file is still true."""
        return path not in self._runners and path not in self._past.changed

    def _told_otherwise(self, number: int) -> set[str]:
        """Who has read a key that is something else now after this round."""
        found: set[str] = set()
        for then, now in self._pairs():
            for key in then.answers.keys() | now.answers.keys():
                if then.answer(key, number) == now.answer(key, number) or is_gone(key):
                    continue
                if self.merged(key, number) != self._merged_then(key, number):
                    found.update(self._past.marked(self._namer.key_mark(ASKED, key)))
        return found

    def _tell_entries(self) -> None:
        """Why definitions of these files are entries: what all files register."""
        entries = entries_of(self._names)
        reasons: dict[tuple[str, int], str] = {}
        registering = {path for own in self._runners for path in self._past.marked(mark("", ENTERED, own))}
        for path in sorted({*registering - self._past.changed, *self._runners}):
            if path in self._runners:
                registered = [(each.found.value, each.reason) for each in entries.registrations(path)]
            else:
                registered = self._past.trace(path).entries
            for target, reason in registered:
                reasons.setdefault((target.path, target.symbol), reason)
        for place, reason in entries.declared().items():
            reasons.setdefault(place, reason)
        entries.reasons = reasons


def reach(world: PastWorld, whole: Whole, changed: set[int], most: int) -> tuple[Names, dict[str, int]]:
    """Notes in the world's past all files that read something that differs: the marks in `changed`, and what follows
    from them for classes and entries. Gives what knows their names, and how many files import frameworks now."""
    past, marks = world.past, changed
    past.dirty |= past.changed & world.known
    for language in world.languages():
        world.remember(f"{FRAMEWORKS} {language.name}", lambda name=language.name: whole.witnesses.get(name, 0) > 0)  # type: ignore[misc]
    while True:
        if any(each.to_bytes(4, "little") in whole.marks for each in marks):
            raise Stale  # what project files declare may lead elsewhere
        past.dirty |= {path for each in marks for path in past.marked(each) if path in world.known}
        if len(past.dirty) > most:
            raise Stale
        names = Names(world)
        world.renew(names)
        marks, targets, witnesses = _consequences(world, names, whole)
        more = targets.union(*map(past.marked, marks)) & world.known
        if more <= past.dirty:
            break
        past.dirty |= more
    if {name for name, count in witnesses.items() if count} != {
        name for name, count in whole.witnesses.items() if count
    }:
        raise Stale
    return names, witnesses


def _consequences(world: PastWorld, names: Names, whole: Whole) -> tuple[set[int], set[str], dict[str, int]]:
    """What differs in the files that are linked anew: (marks of classes that others inherit from, files whose entries
    are others, languages of which they import frameworks)."""
    past, entries = world.past, entries_of(names)
    marks: set[int] = set()
    targets: set[str] = set()
    witnesses = Counter(whole.witnesses)
    for path in sorted(past.dirty | past.changed):
        then = past.trace(path) if path in past else _NO_TRACE
        here = path in world.known
        heirs = names.classes.heirs(path) if here else []
        if heirs != then.heirs:
            bases = {base for _, base in (*heirs, *then.heirs) if base.symbol > 0 and not is_gone(base)}
            marks.update(mark(base.path, world.symbol(base).name, BELOW) for base in bases)
        witnesses.subtract(then.witnesses)
        witnesses.update(entries.witnesses(path) if here else ())
        now = [(each.found.value, each.reason) for each in entries.registrations(path)] if here else []
        if now != then.entries:
            targets.update(target.path for target, _ in {*now} ^ {*then.entries})
    return marks, targets, {name: count for name, count in witnesses.items() if count}


def _together(said: Iterable[frozenset[Value]], before: frozenset[Value]) -> frozenset[Value]:
    values = _NOTHING.union(*said)
    return frozenset((MANY,)) if too_many(values) or MANY in before else values
