"""Linking after an edit: takes a snapshot that was linked before and what differs now, gives the units that may differ.

Where what was kept of the earlier linking does not tell enough (see link/past.py), or too much differs, it gives
nothing, and everything is to be linked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from callmap.languages import by_name, recognise
from callmap.link.entries import ENTRIES
from callmap.link.file import File
from callmap.link.past import Past, PastWorld, Stale, differences
from callmap.link.reads import cells_behind, marks, packed
from callmap.link.replay import Replay, reach
from callmap.link.trace import Kept, Unpacker, Whole
from callmap.linking import Linked, deep_recursion
from callmap.model import Facts, FileState
from callmap.reading import decoded, note_problems
from callmap.store.store import FactsKey, Index, SnapshotRow
from callmap.versions import extractor_version

_FEW = 8  # files that are linked anew in any case …
_SHARE = 16  # … and of many files one in so many: more of them are linked as quickly all together, on all cores

_PACK = msgspec.msgpack.Encoder()
_UNPACK = msgspec.msgpack.Decoder(  # the fields of Whole
    tuple[int, dict[str, dict[str, int]], list[str], dict[str, int], bytes, tuple[list[str], list[str]]]
)


def pack_whole(whole: Whole) -> bytes:
    """What is kept of a snapshot's linking as a whole."""
    return _PACK.encode(whole)


class Relinked(NamedTuple):
    """What differs from an earlier snapshot, and what stays."""

    linked: Linked  # the new units, and what they hold
    before: list[int]  # the ids of the units that these files, and those that are gone, had
    units: dict[str, int]  # path → unit of the files that stay as they are
    traces: dict[str, int]


class Files:
    """The files of a snapshot; their facts are loaded when they are asked for."""

    def __init__(
        self, store: Index, states: dict[str, FileState], keys: Mapping[str, FactsKey], made: Mapping[str, Facts]
    ) -> None:
        self._store = store
        self._states = states
        self._keys = keys
        self._made = made

    def load(self, path: str) -> File:
        state = self._states[path]
        return File(path, by_name(state.language), self.facts(path), state.blob)

    def facts(self, path: str) -> Facts:
        known = self._made.get(path)
        return known if known is not None else self._stored([self._keys[path]], path)

    def old(self, state: FileState) -> File:
        """A file as it was."""
        recognised = recognise(state.path)
        dialect = recognised[1] if recognised is not None else ""
        keys = [(state.blob, each, extractor_version()) for each in (dialect, f"{dialect}+")]
        return File(state.path, by_name(state.language), self._stored(keys, state.path), state.blob)

    def _stored(self, keys: Iterable[FactsKey], path: str) -> Facts:
        for key in keys:
            content = self._store.facts_of(key)
            facts = decoded(content, path, self._states) if content is not None else None
            if facts is not None:
                return facts
        raise Stale


def relink(
    store: Index,
    base: SnapshotRow,
    listed: Mapping[str, FileState],
    states: dict[str, FileState],
    keys: Mapping[str, FactsKey],
    made: Mapping[str, Facts],
) -> Relinked | None:
    """Links what differs between an earlier snapshot, which lists these files, and the `states` now, and what depends
    on that. `keys` are those of the facts of all files, `made` facts that are at hand. None: link everything."""
    linking = store.linking(base.id)
    before = {path: file for path, file in listed.items() if not file.reason}
    units = store.unit_ids(base.id)
    changed = {
        path for path in before.keys() | keys.keys()
        if path not in keys or path not in before or _content(before[path]) != _content(states[path])
    }  # fmt: skip
    projects = before.keys() - units.keys()
    if not linking or len(changed) > _most(len(keys)) or changed & projects:
        return None
    kept = store.traces(base.id)
    if kept.keys() != units.keys():
        return None
    files = Files(store, states, keys, made)
    try:
        old = {path: files.old(before[path]) for path in changed & before.keys()}
        new = {path: files.load(path) for path in changed & keys.keys()}
        for path, file in new.items():
            note_problems(file.facts, path, states)
        if any(file.facts.project is not None for file in new.values()):
            return None
        languages = {path: by_name(states[path].language) for path in keys if path not in projects}
        blobs = {path: states[path].blob for path in languages}
        world = PastWorld(languages, files.load, {path: files.facts(path) for path in projects}, old, new)
        past = Past(
            {path: Kept(marks, given, b"") for path, (_, marks, given) in kept.items()},
            lambda path: store.trace(kept[path][0]), Unpacker(blobs, world.files), changed,
        )  # fmt: skip
        with deep_recursion():
            linked = _replay(world, past, Whole(*_UNPACK.decode(linking)), len(before) - len(projects))
    except Stale:
        return None
    anew = linked.kept.keys() | changed
    return Relinked(
        linked, [units[path] for path in sorted(anew & units.keys())],
        {path: id for path, id in units.items() if path not in anew},
        {path: id for path, (id, _, _) in kept.items() if path not in anew},
    )  # fmt: skip


def _replay(world: PastWorld, past: Past, whole: Whole, files_before: int) -> Linked:
    world.begin(past, whole)
    if world.is_large(files_before) != world.large:
        raise Stale
    most = _most(len(world.known))
    names, witnesses = reach(world, whole, differences(world, past), most)
    replay = Replay(world, names, whole.rounds, most)
    rounds = replay.run()
    linked = Linked()
    for unit, kept in replay.units():
        linked.add(unit, kept)
    declared = packed(marks(cells_behind([(ENTRIES, "")], names.reads), world.files, "", {}))
    votes = whole.votes | {question: dict(votes) for question, votes in world.votes.items()}
    linked.whole = Whole(rounds, votes, whole.blocks, witnesses, declared, whole.shared)
    return linked


def _content(state: FileState) -> tuple[str, str]:
    return state.blob, state.language


def _most(files: int) -> int:
    return max(_FEW, files // _SHARE)
