"""The pipeline on one screen: takes a root directory and a ref, brings its index up to date, gives a `Report`.

    walk → read and extract what changed (in worker processes) → link → store units → flip the snapshot

A snapshot is the working tree (`live`) or a commit, read from git's objects. They share facts and units by content.

Facts of files that did not change come from the store. Until the last transaction readers see the generation before.
"""

from __future__ import annotations

import gc
import os
import time
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from callmap import config
from callmap.config import Settings
from callmap.errors import BadInput, ProjectNotFound
from callmap.linking import COUNTERS, Linked, link_world
from callmap.model import FileState
from callmap.read import disk, fork, git, objects, pool
from callmap.read.commit import Commit, lacks
from callmap.read.files import RACY_NS, changed
from callmap.read.objects import Shadow
from callmap.read.walker import Found, Walk
from callmap.reading import Job, Progress, Sources, extract_files, fact_keys, gather
from callmap.relinking import Earlier, earlier, pack_whole, relink
from callmap.store.lock import only_writer
from callmap.store.store import LIVE, FactsKey, Index, SnapshotRow
from callmap.versions import code_version, extractor_version, index_version, walk_version


class Report(msgspec.Struct, frozen=True):
    """What an index run did. `counts` describe the whole snapshot, the rest this run."""

    root: str
    ref: str  # "live", or the commit
    commit: str
    changed: bool
    read: int  # files whose content was read
    removed: int  # files that were indexed before and are not there any more
    bytes: int  # of the files that were read
    seconds: float
    generation: int
    counts: dict[str, Any]
    warnings: tuple[str, ...] = ()

    @property
    def speed(self) -> float:
        """MB/s over the files that were read."""
        return self.bytes / 1e6 / self.seconds if self.seconds else 0.0


def index(
    root: str,
    *,
    ref: str = "",
    workers: int | None = None,
    progress: Progress | None = None,
    where: Collection[str] | None = None,
) -> Report:
    """Builds or updates the index of the working tree at `root`, or of a commit of its repository. `where` are the
    absolute paths of all that can have changed since the last time, if somebody knows."""
    began = time.monotonic()
    if not os.path.isdir(root):  # before its data are looked for: without it nobody knows its repository
        raise ProjectNotFound(
            f"{root} does not exist any more; what was indexed of it is kept.",
            remediation="Bring it back to its place, or name another root.",
        )
    path = Path(config.database_path(root))
    if ref in ("", LIVE):
        if git.is_bare(root):
            raise BadInput(f"{root} is a bare repository: it has no working tree. Name a commit: --ref HEAD.")
        with only_writer(path), fork.waited_for(), uncollected(), Index.open(path, write=True) as store:
            return _index_live(Run(root, store, workers, progress, began, True), where)
    with objects.shadow(root) as shadow:
        commit = objects.resolve(shadow, root, ref)
        with only_writer(path), fork.waited_for(), uncollected(), Index.open(path, write=True) as store:
            return _index_commit(Run(root, store, workers, progress, began, False), shadow, commit)


class Run(NamedTuple):
    """What all steps of a run need."""

    root: str
    store: Index
    workers: int | None
    progress: Progress | None
    began: float
    live: bool  # a working tree, not a commit

    def extract(
        self, jobs: Iterable[Job], states: dict[str, FileState], meanwhile: Callable[[], object] | None = None
    ) -> dict[str, bytes]:
        return extract_files(jobs, states, self.store, self.workers, self.progress, meanwhile)

    def report(
        self, snapshot: SnapshotRow, settings: Settings, read: list[Found], new: bool, removed: int = 0
    ) -> Report:
        return Report(
            self.root, snapshot.ref, snapshot.commit, new, len(read), removed, sum(found.size for found in read),
            time.monotonic() - self.began, snapshot.generation, snapshot.counters, settings.warnings,
        )  # fmt: skip


def _index_live(run: Run, where: Collection[str] | None) -> Report:
    root, store = run.root, run.store
    started_ns = time.time_ns()
    settings = config.load_settings(root)
    versions = index_version(settings.digest)
    snapshot = store.snapshot(LIVE, root)
    rules = walk_version(settings.digest)
    listing = disk.unpack(store.listing(snapshot.id, rules) if snapshot is not None else b"")
    if snapshot is not None and snapshot.versions == versions:
        listed = store.listed(snapshot.id)
        base = cache(partial(earlier, store, snapshot, listed))  # loaded while another process reads what changed
    else:
        listed, base = {}, None
    fresh, previous = base is None, {path: file.state for path, file in listed.items()}
    past = disk.Past(listing, previous, None if where is None else disk.directories(root, where))
    walking = disk.Walking(root, settings, past)  # not before the lock: else what another saw would be undone
    states, facts, sha256 = dict[str, FileState](), dict[str, bytes](), git.uses_sha256(root)
    first = not store.snapshots()  # nothing is known of any file: they are read while others are looked for
    if first:
        facts = run.extract((Job(root, found, (), sha256) for found in walking.found), states)
    seen = walking.all()
    changes = changed(seen.files, previous, 0 if fresh else snapshot.started_ns)  # type: ignore[union-attr]
    states |= {state.path: state for state in [*seen.skipped, *changes.kept]}
    if not first:
        known = _known_contents(changes.read, store)
        facts = run.extract([Job(root, found, known[found.path], sha256) for found in changes.read], states, base)
    _keep_details(states, previous)
    commit = git.head_commit(root) or ""
    now = {path: _content(state) for path, state in states.items()}
    before = {path: _content(state) for path, state in previous.items()}
    passed = _ranked(Counter(seen.directories))
    same = now == before and snapshot is not None and passed == snapshot.counters["skipped_directories"]
    if snapshot is not None and not fresh and same and commit == snapshot.commit:
        times = {p: both for p, s in states.items() if (both := _times(s)) != _times(previous[p])}
        if times or any(found.mtime_ns < started_ns - RACY_NS for found in changes.read):  # else: read for ever
            store.touch_files(snapshot.id, times, started_ns)
        _keep_listing(store, snapshot, rules, seen, listing)
        return run.report(snapshot, settings, changes.read, False)
    graph = _graph(run, states, facts, seen, lambda found: Job(root, found, (), sha256), base)
    snapshot = store.flip(
        LIVE, root, graph.units, states.values(), traces=graph.traces, linking=graph.linking, counters=graph.counters,
        commit=commit, versions=versions, started_ns=started_ns,
    )  # fmt: skip
    _keep_listing(store, snapshot, rules, seen, listing)
    if fresh:
        store.sweep([extractor_version()])
    return run.report(snapshot, settings, changes.read, True, len(before.keys() - now.keys()))


def _keep_listing(store: Index, snapshot: SnapshotRow, rules: str, seen: Walk, known: disk.Listing) -> None:
    if seen.listing != known:
        store.save_listing(snapshot.id, rules, disk.pack(seen.listing))


def _index_commit(run: Run, shadow: Shadow, hash: str) -> Report:
    """A commit never changes: what was indexed once stays as it is, until callmap itself changes, or content that was
    not in the repository may be there."""
    store, started_ns = run.store, time.time_ns()
    commit = Commit(shadow, hash, run.root)
    settings = commit.settings()
    versions = index_version(settings.digest)
    snapshot = store.snapshot(hash, "")
    if snapshot is not None and snapshot.versions == versions and not lacks(snapshot.counters):
        return run.report(snapshot, settings, [], False)
    seen = commit.walk(settings, sizes=store.sizes())
    states = {state.path: state for state in seen.skipped}
    for found in seen.files:
        states[found.path] = FileState(found.path, commit.blobs[found.path], found.language, found.size, 0)
    read = _without_facts(states, seen, {}, store)

    def job(found: Found) -> Job:
        return Job(run.root, found, (commit.blobs[found.path],), shadow=commit.shadow)

    facts = run.extract([job(found) for found in read], states)
    graph = _graph(run, states, facts, seen, job)
    snapshot = store.flip(
        hash, "", graph.units, states.values(), traces=graph.traces, linking=graph.linking, counters=graph.counters,
        commit=hash, versions=versions, started_ns=started_ns,
    )  # fmt: skip
    return run.report(snapshot, settings, read, True)


def _known_contents(files: list[Found], store: Index) -> dict[str, tuple[str, ...]]:
    """What each file holds in some snapshot and whose facts are kept: it need not be extracted again."""
    version = extractor_version()
    blobs = store.blobs_at({found.path for found in files})
    kept = store.known_facts((blob, found.facts_dialect, version) for found in files for blob in blobs[found.path])
    return {
        found.path: tuple(blob for blob in blobs[found.path] if (blob, found.facts_dialect, version) in kept)
        for found in files
    }


def _without_facts(states: dict[str, FileState], seen: Walk, made: dict[str, bytes], store: Index) -> list[Found]:
    """Files whose facts are not in the store: of a commit, content that is new; else, another version swept them."""
    keys = {path: key for path, key in fact_keys(states, seen).items() if path not in made}
    known = store.known_facts(keys.values())
    return [found for found in seen.files if found.path in keys and keys[found.path] not in known]


def _keep_details(states: dict[str, FileState], previous: dict[str, FileState]) -> None:
    """What is known of files that hold what they held."""
    for path, state in states.items():
        old = previous.get(path)
        if old is not None and old.detail and not state.detail and _content(old) == _content(state):
            states[path] = msgspec.structs.replace(state, detail=old.detail)


class Graph(NamedTuple):
    """What a snapshot is to hold."""

    units: dict[str, int]  # path → id
    traces: dict[str, int]
    linking: bytes
    counters: dict[str, Any]


def _graph(
    run: Run,
    states: dict[str, FileState],
    facts: dict[str, bytes],
    seen: Walk,
    job: Callable[[Found], Job],
    before: Callable[[], Earlier] | None = None,
) -> Graph:
    """The units of all files. Where another snapshot holds the same, they are its; `before` is the one to update. An
    update does not ask whether the facts of all files are known; where they have to be, `job` makes those that lack."""
    store = run.store
    twin = _twin(states, store)
    if twin is not None:
        for state in store.files(twin.id):
            if state.detail and not state.reason and not states[state.path].detail:
                states[state.path] = msgspec.structs.replace(states[state.path], detail=state.detail)
        counters = _counters({name: twin.counters[name] for name in COUNTED}, states, seen)
        return Graph(store.unit_ids(twin.id), store.trace_ids(twin.id), store.linking(twin.id), counters)
    keys = fact_keys(states, seen)
    base, workers = before() if before is not None else _nearest(keys, store), run.workers or pool.cpu_count()
    relinked = relink(store, base, states, keys, facts, workers, run.live) if base is not None else None
    if base is None or relinked is None:
        facts |= run.extract([job(found) for found in _without_facts(states, seen, facts, store)], states)
        sources = gather(seen, states, facts, fact_keys(states, seen), store)
        facts.clear()  # `sources` has them, and lets them go when it can
        linked, units, traces = _link(run, sources)
        names = array("Q", sorted(linked.names)).tobytes() if run.live else b""
        whole = pack_whole(linked.whole._replace(names=names))
        return Graph(units, traces, whole, _counters(_counted(linked), states, seen))
    _keep_details(states, {path: file.state for path, file in base.files.items()})
    linked = _recounted(base.row, relinked.gone, relinked.linked)
    with store.together():
        units = relinked.units | store.save_prepared(relinked.linked.units)
        traces = relinked.traces | store.save_traces(_kept(relinked.linked))
    return Graph(units, traces, pack_whole(relinked.linked.whole), _counters(_counted(linked), states, seen))


def _twin(states: dict[str, FileState], store: Index) -> SnapshotRow | None:
    """A snapshot that this code made of the same files: a commit that changes no code, a tree just checked out."""
    contents = {path: state.blob for path, state in states.items() if not state.reason}
    size = sum(states[path].size for path in contents)
    for snapshot in store.snapshots():
        likely = snapshot.versions.startswith(code_version()) and snapshot.counters.get("bytes") == size
        if likely and contents == {file.path: file.blob for file in store.files(snapshot.id) if not file.reason}:
            return snapshot
    return None


def _nearest(keys: dict[str, FactsKey], store: Index) -> Earlier | None:
    """Of the snapshots that were linked last the one that shares most contents with these files."""
    linked = [each for each in store.snapshots() if each.versions.startswith(code_version())]
    latest = sorted(linked, key=lambda each: -each.finished_ns)[:_MOST_COMPARED]
    contents = {(path, blob) for path, (blob, _, _) in keys.items()}
    listed = [(snapshot, store.listed(snapshot.id)) for snapshot in latest]
    alike = [len(contents & {(path, file.state.blob) for path, file in files.items()}) for _, files in listed]
    return earlier(store, *listed[alike.index(max(alike))]) if listed else None


def _link(run: Run, sources: Sources) -> tuple[Linked, dict[str, int], dict[str, int]]:
    """Links all files and stores their units; (what they hold, path → unit, path → trace)."""
    total, linked, units, traces = len(sources.files), Linked(), dict[str, int](), dict[str, int]()
    if run.progress is not None:
        run.progress("linking", 0, total)
    linking = link_world(sources.world, sources.paths(), run.workers or pool.cpu_count(), sources.forget)
    for parts in _in_turns(linking):
        with run.store.together():
            for part in parts:
                units |= run.store.save_prepared(part.units)
                traces |= run.store.save_traces(_kept(part))
                linked.merge(part)
                if run.progress is not None:
                    run.progress("linking", min(len(units), total), total)
    return linked, units, traces


def _in_turns(parts: Iterator[Linked]) -> Iterator[Iterator[Linked]]:
    """The same, some at a time, each as soon as it is there."""
    for part in parts:
        yield chain([part], islice(parts, _PARTS_AT_ONCE - 1))


def _kept(linked: Linked) -> dict[str, tuple[bytes, bytes, bytes]]:
    return {path: (kept.marks, kept.given, kept.trace) for path, kept in linked.kept.items()}


def _recounted(base: SnapshotRow, gone: Linked, now: Linked) -> Linked:
    """What a snapshot holds in which some units of an earlier one were replaced."""
    total = Linked()
    for name, counted in zip(COUNTERS, (base.counters[word] for word in COUNTED if word != "calls"), strict=True):
        held = Counter(counted)
        held.subtract(getattr(gone, name))
        held.update(getattr(now, name))
        getattr(total, name).update({word: count for word, count in held.items() if count})
    total.calls = base.counters["calls"] - gone.calls + now.calls
    return total


def _content(state: FileState) -> tuple[str, str]:
    return state.blob, state.reason


def _times(state: FileState) -> tuple[int, int]:
    return state.mtime_ns, state.ctime_ns


_PARTS_AT_ONCE = 200  # that are written at once
_MOST_COMPARED = 4  # snapshots, to find the one that is most like another
COUNTED = ("files", "symbols", "calls", "edges", "edge_kinds", "unresolved", "bounds")


def _counted(linked: Linked) -> dict[str, Any]:
    """What linking counts, by the names in COUNTED."""
    counts = (linked.languages, linked.symbols, linked.edges, linked.kinds, linked.unresolved, linked.bounds)
    files, symbols, edges, kinds, unresolved, bounds = map(_ranked, counts)
    return dict(zip(COUNTED, (files, symbols, linked.calls, edges, kinds, unresolved, bounds), strict=True))


def _counters(counted: dict[str, Any], states: dict[str, FileState], seen: Walk) -> dict[str, Any]:
    """What `status` and the summary show, counted once."""
    indexed = [state for state in states.values() if not state.reason]
    return {
        **counted,
        "project_files": len(indexed) - sum(counted["files"].values()),
        "bytes": sum(state.size for state in indexed),
        "skipped": _ranked(Counter(state.reason for state in states.values() if state.reason)),
        "skipped_directories": _ranked(Counter(seen.directories)),
        "problems": _ranked(Counter(_problem_word(state) for state in indexed if state.detail)),
    }


def _ranked(counts: Counter[str]) -> dict[str, int]:
    """The most first; equals by name, so that the order does not depend on chance."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _problem_word(state: FileState) -> str:
    """`syntax at line 3` → `syntax`"""
    return state.detail.partition(" at line")[0].partition(":")[0].partition(";")[0]


@contextmanager
def uncollected() -> Iterator[None]:
    """Inside, garbage is not looked for: of millions of small objects few are in cycles, and it takes a quarter of the
    time to find that out."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
