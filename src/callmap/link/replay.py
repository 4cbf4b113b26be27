"""Links again only what an edit reaches: takes a `PastWorld`, gives the units of files whose linking may differ. Pure.

The rounds of the earlier linking are gone through once more, but only for files that read something that differs. They
read the summaries of all others from the traces of these. Where they ask for other summaries than before, or answer
otherwise, whoever answers those or has read these joins in: it goes through all rounds so far, and on from there. So
every file either is linked as it would be in a first linking of the whole snapshot, or has read what it read before.

The files may be split into shares that work side by side, as in a first linking: after each step they tell each other
what their files ask for and answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

from callmap.link.bounds import Merging
from callmap.link.entries import entries_of
from callmap.link.evidence import Value
from callmap.link.link import FileLinker
from callmap.link.names import Names
from callmap.link.notes import mark
from callmap.link.past import PastWorld, Stale
from callmap.link.rounds import Run, schedule
from callmap.link.trace import BY_PLACE, ENTERED, Answers, Kept, Packer, Trace, is_gone
from callmap.link.wanted import NEVER, Moved, Wanted
from callmap.model import Unit

_NOTHING: Final[frozenset[Value]] = frozenset()
_NO_TRACE: Final = Trace()
_NOBODY: Final[dict[str, Trace]] = {}


class Runner:
    """A file that is linked anew, and how far it is."""

    def __init__(self, names: Names, path: str, before: Trace) -> None:
        self.path = path
        self.linker = FileLinker(names, names.world.files[path])
        self.before = before
        self.ran = self.told = -1  # the last round in which it was evaluated, and in which it answered
        self._demands = 0  # how many of its demands, and of each answer, others know
        self._answers: dict[Value, int] = {}

    def news(self) -> tuple[dict[Value, int], Answers]:
        """What it has asked for and said since this was asked the last time; answers with all that was said before."""
        trace = self.linker.trace
        demands = dict(islice(trace.demands.items(), self._demands, None))
        answers = {key: told for key, told in trace.answers.items() if len(told) != self._answers.get(key, 0)}
        self._demands = len(trace.demands)
        self._answers.update({key: len(told) for key, told in answers.items()})
        return demands, answers


News = dict[str, tuple[dict[Value, int], Answers]]  # path → what the file has asked for, and said


class Place(NamedTuple):
    """Which share of how many. `sizes` of all files, by path: all shares are to have the same to do."""

    number: int
    of: int
    sizes: Mapping[str, int] = {}


ALONE: Final = Place(0, 1)


class Replay:
    """A share of a replay."""

    def __init__(self, world: PastWorld, names: Names, place: Place = ALONE) -> None:
        self._world = world
        self._names = names
        self._past = world.past
        self._evaluated = schedule(len(world.known))  # whether calls are, round by round
        self._place = place
        self._loads = [0] * place.of  # how much there is to do in each share
        self._runners: dict[str, Runner] = {}
        self._now: dict[str, Trace] = {}  # of all files that are linked anew, here or elsewhere
        self._gone = [] if place.number else sorted(self._past.changed - world.known)
        self._namer = Packer(world.files).namer
        self._telling: dict[Value, dict[str, Trace]] = {}  # key → files that are linked anew and said something of it
        self._merged: dict[Value, list[frozenset[Value]]] = {}  # key → what it is after each round
        self._merged_before: dict[Value, list[frozenset[Value]]] = {}
        self._wanted = Wanted(self._past)
        self._merging, self._merging_before = Merging(), Merging()
        self._admitted: set[str] = set()
        world.merged = self.merged
        dirty = self._past.dirty & world.known
        self._now.update({path: Trace() for path in dirty})
        self._admit(dirty)

    # --- the steps of a round: each takes what the others have to tell, and tells what is new here ---

    def evaluate(self, number: int) -> News:
        """Evaluates what is to be done."""
        for runner in self._each():
            self._evaluate(runner, number)
        return self._news()

    def ask(self, number: int, news: News) -> tuple[set[str], Moved]:
        """Files that are to be let in because keys are asked for otherwise than then; and those keys."""
        self._take(news)
        return self._asked_otherwise(number)

    def let_in(self, paths: set[str], moved: Moved, number: int, answered: bool) -> News:
        """Files whose linking may differ from here on go through all rounds so far; `answered`: and answer in this."""
        self._wanted.move(moved)
        joining = self._admit(paths & self._world.known)
        for earlier in range(number):  # side by side: what one learns, another of them may have answered
            for runner in joining:
                self._evaluate(runner, earlier)
            for runner in joining:
                self._answer(runner, earlier)
            for runner in joining:
                self._learn(runner, earlier)
        for runner in joining:
            self._evaluate(runner, number)
            if answered:
                self._answer(runner, number)
        return self._news()

    def answer(self, number: int, news: News) -> News:
        """Answers what is asked for."""
        self._take(news)
        for runner in self._each():
            self._answer(runner, number)
        return self._news()

    def tell(self, number: int, news: News) -> set[str]:
        """Files that have read what is something else now."""
        self._take(news)
        return self._told_otherwise(number)

    def learn(self, number: int, news: News) -> bool:
        """Takes in what the round has changed; whether there is something to do again."""
        self._take(news)
        moved = [self._learn(runner, number) for runner in self._each()]
        return any(moved)

    def units(self, last: int) -> Iterator[tuple[Unit, Kept]]:
        """The units of the files that were linked anew here, after so many rounds."""
        self._look_from(last)
        self._tell_entries()
        packer = Packer(self._world.files, self._world.known)
        for runner in self._each():
            yield runner.linker.unit(), runner.linker.kept(packer)

    # --- who takes part ---

    def _each(self) -> list[Runner]:
        return [self._runners[path] for path in sorted(self._runners)]

    def _admit(self, paths: set[str]) -> list[Runner]:
        """Those of some files that are linked here, if they are not linked anew yet."""
        new = paths - self._admitted
        self._admitted.update(new)
        self._past.dirty.update(new)
        found = []
        for path in self._own(new):
            before = self._past.trace(path) if path in self._past else _NO_TRACE
            runner = self._runners[path] = Runner(self._names, path, before)
            self._now[path] = runner.linker.trace
            found.append(runner)
        return found

    def _own(self, paths: set[str]) -> list[str]:
        """Those of some files that are linked here: each goes to the share that has least to do."""
        if self._place.of == 1:
            return sorted(paths)
        sizes, found = self._place.sizes, list[str]()
        for path in sorted(paths, key=lambda path: (-sizes[path], path)):
            share = self._loads.index(min(self._loads))
            self._loads[share] += sizes[path]
            if share == self._place.number:
                found.append(path)
        return sorted(found)

    def _news(self) -> News:
        return {runner.path: runner.news() for runner in self._runners.values()} if self._place.of > 1 else {}

    def _take(self, news: News) -> None:
        """What files that are linked elsewhere asked for and said."""
        for path, (demands, answers) in news.items():
            trace = self._now.setdefault(path, Trace())
            trace.demands.update(demands)
            self._wanted.ask(demands)
            for key, told in answers.items():
                trace.answers[key] = told
                self._telling.setdefault(key, {})[path] = trace

    # --- the steps of a round, for one file ---

    def _evaluate(self, runner: Runner, number: int) -> None:
        if runner.ran < number:
            if self._evaluated[number]:
                self._look_from(number)
                runner.linker.run()
                self._demand(runner, number)
            runner.ran = number

    def _answer(self, runner: Runner, number: int) -> None:
        if runner.told < number:
            self._look_from(number)
            for key in self._wanted.by(runner.path, runner.linker.places(), number):
                if runner.linker.answer(key, number):
                    self._telling.setdefault(key, {})[runner.path] = runner.linker.trace
            for key, since in self._wanted.of(runner.path).items():
                if since <= number:
                    runner.linker.trace.wanted.setdefault(key, number)
            self._demand(runner, number + 1)
            runner.told = number

    def _demand(self, runner: Runner, number: int) -> None:
        """Notes what it asks for from a round on."""
        demands = runner.linker.trace.demands
        before = len(demands)
        if runner.linker.demand(number):
            self._wanted.ask(dict(islice(demands.items(), before, None)))

    def _learn(self, runner: Runner, number: int) -> bool:
        """Takes in what the round has changed; whether there is something to do again."""
        changed = [key for key in runner.linker.asked if self._is_moved(key, number)]
        if changed:
            runner.linker.invalidate(frozenset(changed))
        if changed or runner.linker.todo:
            return True
        return any(since > number for since in runner.linker.trace.demands.values())

    def _look_from(self, number: int) -> None:
        """Summaries are those of the round before from now on."""
        self._world.round = number - 1

    # --- summaries ---

    def merged(self, key: Value, number: int) -> frozenset[Value]:
        """What all files together say of a key after a round."""
        if number < 0:
            return _NOTHING
        known = self._merged.setdefault(key, [])
        while len(known) <= number:
            at = len(known)
            said = [self._past.trace(path).answer(key, at) for path in self._tellers(key) if self._stays(path)]
            said += [trace.answer(key, at) for trace in self._telling.get(key, _NOBODY).values()]
            values = self._merging.after(key, known[-1] if known else _NOTHING, _NOTHING.union(*said))
            if known and values == known[-1]:
                known.append(known[-1])
                continue
            for value in values:
                if is_gone(value):
                    raise Stale
            known.append(values)
        return known[number]

    def _is_moved(self, key: Value, number: int) -> bool:
        """Whether a round has changed what all files together say of a key."""
        now = self.merged(key, number)
        return now is not self._merged[key][number - 1] if number else bool(now)

    def _merged_then(self, key: Value, number: int) -> frozenset[Value]:
        """What it was in the earlier linking."""
        known = self._merged_before.setdefault(key, [])
        while len(known) <= number:
            said = [self._past.trace(path).answer(key, len(known)) for path in self._tellers(key)]
            before = known[-1] if known else _NOTHING
            known.append(self._merging_before.after(key, before, _NOTHING.union(*said)))
        return known[number]

    def _tellers(self, key: Value) -> list[str]:
        """The files that said something of a key then."""
        return self._past.marks.tellers(self._namer.key_mark(key))

    # --- what differs ---

    def _pairs(self) -> Iterator[tuple[Trace, Trace]]:
        """What files that are linked anew took and gave then, and now; those that are gone, nothing now."""
        for runner in self._each():
            yield runner.before, runner.linker.trace
        for path in self._gone:
            if path in self._past:
                yield self._past.trace(path), _NO_TRACE

    def _asked_otherwise(self, number: int) -> tuple[set[str], Moved]:
        """Who answers keys that are asked for in this round and were not then, or the other way round; those keys."""
        found: set[str] = set()
        moved: Moved = {}
        for then, now in self._pairs():
            differing = [key for key, since in then.demands.items() if now.demands.get(key, NEVER) != since]
            differing += [key for key in now.demands if key not in then.demands]
            for key in differing:
                before, since = then.demands.get(key, NEVER), now.demands.get(key, NEVER)
                if min(before, since) > number or is_gone(key):
                    continue
                was = self._past.trace(key.path).wanted.get(key, NEVER) if key.path in self._past else NEVER
                since = self._wanted_since(key)
                moved.setdefault(key.path, {})[key] = since
                if (was <= number) != (since <= number):
                    found.add(key.path)
                    if key.kind != "returns":
                        giving = self._namer.given_mark(key.path, key.symbol, key.kind in BY_PLACE)
                        found.update(self._past.marks.givers(giving))
        return found, moved

    def _wanted_since(self, key: Value) -> int:
        """The first round so far in which somebody asks for a key."""
        asking = [path for path in self._past.marks.askers(self._namer.key_mark(key)) if self._stays(path)]
        known = [self._past.trace(path).demands.get(key, NEVER) for path in asking]
        return min([*known, self._wanted.since(key)])

    def _stays(self, path: str) -> bool:
        """Whether what was kept of a file is still true."""
        return path not in self._now and path not in self._past.changed

    def _told_otherwise(self, number: int) -> set[str]:
        """Who has read a key that is something else now after this round."""
        found: set[str] = set()
        for then, now in self._pairs():
            differing = [key for key in then.answers if then.answer(key, number) != now.answer(key, number)]
            differing += [key for key in now.answers if key not in then.answers and now.answer(key, number)]
            for key in differing:
                if is_gone(key):
                    continue
                if self.merged(key, number) != self._merged_then(key, number):
                    found.update(self._past.marks.askers(self._namer.key_mark(key)))
        return found

    def _tell_entries(self) -> None:
        """Why definitions of these files are entries: what all files register."""
        entries = entries_of(self._names)
        reasons: dict[tuple[str, int], str] = {}
        registering = {path for own in self._runners for path in self._past.marks.givers(mark("", ENTERED, own))}
        for path in sorted({*registering - self._past.changed, *self._now}):
            if path in self._now:
                registered = [(each.found.value, each.reason) for each in entries.registrations(path)]
            else:
                registered = self._past.trace(path).entries
            for target, reason in registered:
                reasons.setdefault((target.path, target.symbol), reason)
        for place, reason in entries.declared().items():
            reasons.setdefault(place, reason)
        entries.reasons = reasons


def replay(shares: int, files: int, rounds_before: int, run: Run) -> tuple[int, int]:
    """Goes through the rounds with all shares: (how many there were, the one before which they were over).
    `run(method, arguments)` calls a method of every share, each with its own arguments, and gives their results."""
    limit, number = len(schedule(files)), 0
    while True:
        found = run("ask", _spread(number, run("evaluate", [(number,)] * shares)))
        paths = set[str]().union(*[paths for paths, _ in found])
        news = run("let_in", [(paths, _joined([moved for _, moved in found]), number, False)] * shares)
        if number == limit - 1:
            return limit, number
        told = run("tell", _spread(number, run("answer", _spread(number, news))))
        news = run("let_in", [(set[str]().union(*told), {}, number, True)] * shares)
        changed = run("learn", _spread(number, news))
        number += 1
        if number >= rounds_before and not any(changed):
            return number, number


def _spread(number: int, told: list[News]) -> list[tuple[Any, ...]]:
    """For every share what all others have to tell."""
    each: list[tuple[Any, ...]] = []
    for own in range(len(told)):
        heard: News = {}
        for other, news in enumerate(told):
            if other != own:
                heard.update(news)
        each.append((number, heard))
    return each


def _joined(parts: list[Moved]) -> Moved:
    found: Moved = {}
    for part in parts:
        for path, keys in part.items():
            found.setdefault(path, {}).update(keys)
    return found
