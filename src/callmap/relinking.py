"""Linking after an edit: takes a snapshot that was linked before and what differs now, gives the units that may differ.

Where what was kept of the earlier linking does not tell enough (see link/past.py), or too much differs, it gives
nothing, and everything is to be linked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec

from callmap.languages import Language, by_name, recognise
from callmap.link.differing import differences
from callmap.link.entries import marks_of_declared
from callmap.link.file import File
from callmap.link.given import Shared, share_differs, shared_since
from callmap.link.marked import AllMarks
from callmap.link.names import Names
from callmap.link.past import Past, PastWorld, Stale
from callmap.link.reach import reach
from callmap.link.replay import ALONE, Place, Replay, replay
from callmap.link.rounds import listed, schedule
from callmap.link.trace import Unpacker, Whole
from callmap.linking import Linked, deep_recursion
from callmap.model import Facts, FileState
from callmap.read import fork
from callmap.reading import decoded, note_problems
from callmap.store.store import FactsKey, Index, Listed, SnapshotRow
from callmap.versions import extractor_version

_FEW = 8  # files that are linked anew in any case …
_MOST = 0.8  # … and of all code so much: more of it is linked as quickly all together
_SMALLEST_SHARE = 24  # files; below it a process costs more than it saves

_PACK = msgspec.msgpack.Encoder()
_UNPACK = msgspec.msgpack.Decoder(  # the fields of Whole
    tuple[int, dict[str, dict[str, int]], list[str], dict[str, int], bytes, tuple[list[str], list[str]], bytes]
)


def pack_whole(whole: Whole) -> bytes:
    """What is kept of a snapshot's linking as a whole."""
    return _PACK.encode(whole)


def unpack_whole(packed: bytes) -> Whole:
    return Whole(*_UNPACK.decode(packed))


class Earlier(NamedTuple):
    """A snapshot that was linked before."""

    row: SnapshotRow
    files: Mapping[str, Listed]
    traces: Mapping[str, int]  # of all files that were linked, by path
    marks: AllMarks
    given: Mapping[str, bytes]  # see link/given.py
    linking: bytes


def earlier(store: Index, row: SnapshotRow, files: Mapping[str, Listed]) -> Earlier:
    """What is kept of a snapshot that lists these files."""
    kept = store.traces(row.id)
    marks = AllMarks({path: marks for path, (_, marks, _) in kept.items()})
    given = {path: given for path, (_, _, given) in kept.items()}
    return Earlier(row, files, {path: id for path, (id, _, _) in kept.items()}, marks, given, store.linking(row.id))


class Relinked(NamedTuple):
    """What differs from an earlier snapshot, and what stays."""

    linked: Linked  # the new units, and what they hold
    gone: Linked  # what the units held that these files, and those that are gone, had
    units: dict[str, int]  # path → unit of the files that stay as they are
    traces: dict[str, int]


class Files:
    """The files of a snapshot; their facts are loaded when they are asked for."""

    def __init__(
        self,
        store: Index,
        states: dict[str, FileState],
        keys: Mapping[str, FactsKey],
        made: Mapping[str, bytes],
        traces: Mapping[str, int],
        linked: Collection[str],
    ) -> None:
        """`linked` are the paths of those that are no project files."""
        self._store = store
        self._states = states
        self._keys = keys
        self._made = made
        self._traces = traces
        self._linked = linked
        self._files: dict[str, File] = {}  # those that were loaded
        self._contents: dict[str, bytes] | None = None  # packed facts, by path
        self._packed_traces: dict[str, bytes] | None = None
        self._mentioning: dict[str, set[str]] = {}  # word → paths of those in whose facts it stands

    def load(self, path: str) -> File:
        known = self._files.get(path)
        if known is None:
            state = self._states[path]
            known = self._files[path] = File(path, by_name(state.language), self.facts(path), state.blob)
        return known

    def facts(self, path: str) -> Facts:
        content = self._made.get(path) or (self._contents or {}).get(path)
        known = decoded(content, path, self._states) if content else None
        return known if known is not None else self._stored([self._keys[path]], path)

    def trace(self, path: str) -> bytes:
        if self._packed_traces is not None:
            return self._packed_traces.get(path, b"")
        return self._store.trace(self._traces[path])

    def detach(self) -> None:
        """From here on nothing is read from the store, whose connection must not be carried across a fork."""
        self._load()
        self._packed_traces = {path: self._store.trace(id) for path, id in self._traces.items()}

    def sizes(self) -> dict[str, int]:
        """Of the files' facts."""
        return {path: len(content) for path, content in self._load().items()}

    def old(self, state: FileState) -> File:
        """A file as it was."""
        recognised = recognise(state.path)
        dialect = recognised[1] if recognised is not None else ""
        keys = [(state.blob, each, extractor_version()) for each in (dialect, f"{dialect}+")]
        return File(state.path, by_name(state.language), self._stored(keys, state.path), state.blob)

    def mentioning(self, words: set[str]) -> set[str]:
        """The files in whose facts one of the words stands."""
        return set().union(*[self._with(word) for word in words if word])

    def _with(self, word: str) -> set[str]:
        known = self._mentioning.get(word)
        if known is None:
            wanted = word.encode("utf-8", "surrogatepass")
            known = {path for path, content in self._load().items() if wanted in content}
            self._mentioning[word] = known
        return known

    def _load(self) -> dict[str, bytes]:
        if self._contents is None:
            keys = {path: self._keys[path] for path in self._linked}
            stored = dict(self._store.load_facts({key for path, key in keys.items() if path not in self._made}))
            try:
                self._contents = {path: self._made.get(path) or stored[key] for path, key in keys.items()}
            except KeyError:  # another version of callmap has removed them
                raise Stale from None
        return self._contents

    def _stored(self, keys: Iterable[FactsKey], path: str) -> Facts:
        for key in keys:
            content = self._store.facts_of(key)
            facts = decoded(content, path, self._states) if content is not None else None
            if facts is not None:
                return facts
        raise Stale


def relink(
    store: Index,
    base: Earlier,
    states: dict[str, FileState],
    keys: Mapping[str, FactsKey],
    made: Mapping[str, bytes],
    workers: int,
    live: bool,
) -> Relinked | None:
    """Links what differs between an earlier snapshot and the `states` now, and what depends on that. `keys` are those
    of the facts of all files, `made` facts that are at hand; `live` if it is a working tree that is linked. None: link
    everything, in so many processes."""
    sizes = {path: states[path].size for path in keys}
    all_code = sum(sizes.values())

    def too_many(paths: set[str]) -> bool:
        return len(paths) > _FEW and sum([sizes.get(path, 0) for path in paths]) > _MOST * all_code

    before = {path: file.state for path, file in base.files.items() if not file.state.reason}
    units = {path: file.unit for path, file in base.files.items() if file.unit}
    changed = {
        path for path in before.keys() | keys.keys()
        if path not in keys or path not in before or _content(before[path]) != _content(states[path])
    }  # fmt: skip
    projects = before.keys() - units.keys()
    if not base.linking or too_many(changed) or base.traces.keys() != units.keys():
        return None
    files = Files(store, states, keys, made, base.traces, keys.keys() - projects)
    try:
        changed -= {
            path for path in changed & projects & keys.keys()
            if _leads(files.old(before[path]).facts) == _leads(files.facts(path))
        }  # fmt: skip
        if changed & projects:
            return None
        old = {path: files.old(before[path]) for path in changed & before.keys()}
        new = {path: files.load(path) for path in changed & keys.keys()}
        for path, file in new.items():
            note_problems(file.facts.problems, path, states)
        if any(file.facts.project is not None for file in new.values()):
            return None
        languages = {path: by_name(states[path].language) for path in keys if path not in projects}
        blobs = {path: states[path].blob for path in languages}
        whole = unpack_whole(base.linking)
        shared, touched = _shared(files, whole, old, new, languages)
        projected = {path: files.facts(path) for path in projects}
        world = PastWorld(languages, files.load, projected, old, new, shared, touched)
        unpacker = Unpacker(blobs, world.files)
        past = Past(base.marks, base.given, files.trace, unpacker, changed, touched, whole.names)
        counted: list[Linked] = []

        def count() -> None:
            gone = Linked()
            anew = (past.dirty & world.known) | changed
            for unit in store.units([units[path] for path in sorted(anew & units.keys())]).values():
                gone.count(unit)
            counted.append(gone)

        with deep_recursion():
            linked = _replay(world, past, whole, files, too_many, workers, count)
            if live:
                linked.whole = linked.whole._replace(names=world.names())
    except (Stale, fork.ForkFailed):
        return None
    anew = linked.kept.keys() | changed
    return Relinked(
        linked, counted[0],
        {path: id for path, id in units.items() if path not in anew},
        {path: id for path, id in base.traces.items() if path not in anew},
    )  # fmt: skip


def _shared(
    files: Files, whole: Whole, old: Mapping[str, File], new: Mapping[str, File], languages: Mapping[str, Language]
) -> tuple[tuple[Shared, Shared], dict[str, File]]:
    """What was and is shared by all files, and the files, among those that did not change, which that may concern."""
    before = Shared(*map(frozenset, whole.shared))
    if not share_differs(old, new, before):
        return (before, before), {}
    every = {language.name: language for language in languages.values()}.values()
    now = shared_since(
        before, old.values(), new.values(), every, lambda words: map(files.load, files.mentioning(words))
    )
    differing = {*(before.descriptors ^ now.descriptors), *(before.helpers ^ now.helpers)}
    paths = files.mentioning(differing) - old.keys() - new.keys()
    return (before, now), {path: files.load(path) for path in sorted(paths)}


def _replay(
    world: PastWorld,
    past: Past,
    whole: Whole,
    files: Files,
    too_many: Callable[[set[str]], bool],
    workers: int,
    meanwhile: Callable[[], None],
) -> Linked:
    """Links files anew, in so many processes, unless they are too many. `meanwhile` is done here when it is known which
    files these are, while other processes still make units."""
    world.begin(past, whole)
    if schedule(len(past)) != schedule(len(world.known)):
        raise Stale
    names, witnesses = reach(world, whole, differences(world, past), too_many)
    make = partial(_Share, world, names)
    count = min(workers, len(past.dirty) // _SMALLEST_SHARE)
    if count > 1 and fork.can_fork():
        files.detach()
        places = [Place(number, count, files.sizes()) for number in range(count)]
        with fork.Forks([partial(make, place) for place in places[1:]]) as forks:
            own = make(places[0])
            run = forks.beside(own)
            rounds, last = replay(count, len(world.known), whole.rounds, run)
            parts = forks.beside(own, meanwhile)("finish", [(last,)] * count)
    else:
        alone = make(ALONE)
        given = len(world.known), whole.rounds
        rounds, last = replay(1, *given, lambda method, arguments: [getattr(alone, method)(*arguments[0])])
        parts = [alone.finish(last)]
        meanwhile()
    linked = Linked()
    for part in parts:
        linked.units += part.units
        linked.kept |= part.kept
        linked.merge(part)
    votes = {**whole.votes, **linked.whole.votes}
    linked.whole = Whole(rounds, votes, whole.blocks, witnesses, marks_of_declared(names), listed(world.shared()))
    return linked


class _Share:
    """A share of a replay that also prepares its units for the store, wherever it runs."""

    def __init__(self, world: PastWorld, names: Names, place: Place) -> None:
        self._world = world
        self._replay = Replay(world, names, place)

    def __getattr__(self, step: str) -> Any:
        return getattr(self._replay, step)

    def finish(self, last: int) -> Linked:
        linked = Linked()
        for unit, kept in self._replay.units(last):
            linked.add(unit, kept)
        linked.whole = Whole(votes={question: dict(votes) for question, votes in self._world.votes.items()})
        return linked


def _leads(facts: Facts) -> dict[str, Any]:
    """What a project file says that may lead linking elsewhere."""
    return {key: said for key, said in (facts.project or {}).items() if key != "version"}


def _content(state: FileState) -> tuple[str, str]:
    return state.blob, state.language
