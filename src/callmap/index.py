"""The pipeline on one screen: takes a root directory, brings its index up to date, gives a `Report`.

    walk → read and extract what changed (in worker processes) → link → store units → flip the snapshot

Facts of files that did not change come from the store. Until the last transaction readers see the generation before.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from callmap import config
from callmap.errors import IndexBusy, StoreTrouble
from callmap.languages import by_name, recognise
from callmap.link.file import File
from callmap.link.world import World
from callmap.linking import Linked, link_world
from callmap.model import Facts, FileState
from callmap.read import git, pool
from callmap.read.extract import RECURSION_LIMIT, extract
from callmap.read.files import RACY_NS, Found, Skipped, Walk, changed, judge, read_file, walk
from callmap.store.store import Index
from callmap.versions import extractor_version, index_version

Progress = Callable[[str, int, int], None]  # stage, done, total

TOO_DEEP = "too deep"

_PACK = msgspec.msgpack.Encoder()
_FACTS = msgspec.msgpack.Decoder(Facts)


class Report(msgspec.Struct, frozen=True):
    """What an index run did. `counts` describe the whole snapshot, the rest this run."""

    root: str
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


class Job(msgspec.Struct, frozen=True):
    """One file to read and extract, as it travels to a worker."""

    root: str
    found: Found
    known_blob: str  # what it held at the last index: then its facts are in the store


class Extracted(msgspec.Struct, frozen=True):
    """What a worker gives back. `facts` is empty if the content is known or not to be indexed (`reason`)."""

    blob: str
    facts: bytes = b""
    reason: str = ""
    problem: str = ""


def index(root: str, *, workers: int | None = None, progress: Progress | None = None) -> Report:
    """Builds or updates the index of the working tree at `root`."""
    began = time.monotonic()
    path = Path(config.database_path(root))
    with only_writer(path), Index.open(path, write=True) as store:
        started_ns = time.time_ns()
        settings = config.load_settings(root)
        versions = index_version(settings.digest)
        seen = walk(root, settings)  # not before the lock: what another indexer saw meanwhile must not be undone
        snapshot = store.snapshot("live", root)
        fresh = snapshot is None or snapshot.versions != versions
        previous = {} if fresh else {state.path: state for state in store.files(snapshot.id)}  # type: ignore[union-attr]
        changes = changed(seen, previous, 0 if fresh else snapshot.started_ns)  # type: ignore[union-attr]
        states = {state.path: state for state in [*seen.skipped, *changes.kept]}
        facts = _extract(root, changes.read, previous, states, store, workers, progress)
        commit = git.head_commit(root) or ""
        now = {path: _content(state) for path, state in states.items()}
        before = {path: _content(state) for path, state in previous.items()}
        read = sum(found.size for found in changes.read)
        if snapshot is not None and not fresh and now == before and commit == snapshot.commit:
            mtimes = {p: s.mtime_ns for p, s in states.items() if s.mtime_ns != previous[p].mtime_ns}
            if mtimes or any(found.mtime_ns < started_ns - RACY_NS for found in changes.read):  # else: read for ever
                store.touch_files(snapshot.id, mtimes, started_ns)
            return _report(root, snapshot, len(changes.read), 0, read, began, settings.warnings, False)
        lost = _without_facts(states, facts, store)
        if lost:
            again = [found for found in seen.files if found.path in lost]
            facts |= _extract(root, again, {}, states, store, workers, progress)
        linked, ids = _link(_world(states, facts, store), store, workers or pool.cpu_count(), progress)
        counters = _counters(linked, states, seen)
        snapshot = store.flip(
            "live", root, ids, states.values(),
            commit=commit, versions=versions, counters=counters, started_ns=started_ns,
        )  # fmt: skip
        if fresh:
            store.sweep([extractor_version()])
        removed = len(before.keys() - now.keys())
        return _report(root, snapshot, len(changes.read), removed, read, began, settings.warnings, True)


def _extract(
    root: str,
    files: list[Found],
    previous: dict[str, FileState],
    states: dict[str, FileState],
    store: Index,
    workers: int | None,
    progress: Progress | None,
) -> dict[str, Facts]:
    """Reads the files, keeps their facts in the store and notes their states; path → facts of those that are new."""
    version = extractor_version()
    jobs = [Job(root, found, previous[found.path].blob if found.path in previous else "") for found in files]
    made: dict[str, Facts] = {}
    unsaved: list[tuple[tuple[str, str, str], bytes]] = []
    outcomes = pool.run(
        _read_and_extract, jobs, workers=min(workers or pool.cpu_count(), max(1, len(jobs))),
        size=lambda job: job.found.size, recursion_limit=RECURSION_LIMIT,
    )  # fmt: skip
    for number, outcome in enumerate(outcomes, 1):
        found = outcome.item.found
        result = outcome.result or Extracted("", reason=outcome.failure, problem=outcome.detail)
        states[found.path] = FileState(
            found.path, result.blob, found.language, found.size, found.mtime_ns, result.reason, result.problem
        )
        if result.facts:
            facts = _decoded(result.facts, found.path, states)  # here, while the workers go on reading
            if facts is None:
                continue
            made[found.path] = facts
            unsaved.append(((result.blob, found.dialect, version), result.facts))
            if len(unsaved) >= 256:
                store.save_facts(unsaved)
                unsaved.clear()
        elif not result.reason:
            old = previous[found.path]
            states[found.path] = msgspec.structs.replace(old, mtime_ns=found.mtime_ns, size=found.size)
        if progress is not None:
            progress("reading", number, len(jobs))
    store.save_facts(unsaved)
    return made


def _read_and_extract(job: Job) -> Extracted:
    """Runs in a worker."""
    found = job.found
    try:
        content = read_file(job.root, found.path)
    except Skipped as skipped:
        return Extracted("", reason=skipped.reason)
    blob = git.blob_id(content)
    reason = judge(found, content)
    if reason:
        return Extracted(blob, reason=reason)
    if blob == job.known_blob:
        return Extracted(blob)
    facts = extract(content, by_name(found.language), found.dialect)
    problem = "; ".join(
        f"{p.reason}{f' at line {p.line}' if p.line else ''}{f': {p.detail}' if p.detail else ''}"
        for p in facts.problems[:3]
    )
    return Extracted(blob, _PACK.encode(facts), "", problem)


def _decoded(packed: bytes, path: str, states: dict[str, FileState]) -> Facts | None:
    """A file's facts; None, noted in its state, if they are nested too deeply to be read (a hostile project file)."""
    try:
        return _FACTS.decode(packed)
    except RecursionError:
        deep = "Its facts are nested too deeply."
        states[path] = msgspec.structs.replace(states[path], reason=TOO_DEEP, detail=deep)
        return None


def _link(world: World, store: Index, workers: int, progress: Progress | None) -> tuple[Linked, dict[str, int]]:
    """Links all files and stores their units; (what they hold, path → unit id)."""
    total, linked, ids = len(world.files), Linked(), dict[str, int]()
    if progress is not None:
        progress("linking", 0, total)
    for part in link_world(world, workers):
        ids |= store.save_prepared(part.units)
        linked.merge(part)
        if progress is not None:
            progress("linking", min(len(ids), total), total)
    return linked, ids


def _world(states: dict[str, FileState], made: dict[str, Facts], store: Index) -> World:
    """The facts of all indexed files: those just made, and the others from the store."""
    keys = _fact_keys(states)
    missing = {keys[path] for path in keys if path not in made}
    stored = dict(store.load_facts(missing)) if missing else {}
    files: list[File] = []
    projects: dict[str, Facts] = {}
    for path in sorted(keys):
        facts = made.pop(path, None) or _decoded(stored[keys[path]], path, states)
        if facts is None:
            continue
        if facts.project is not None:
            projects[path] = facts
        else:
            files.append(File(path, by_name(states[path].language), facts, states[path].blob))
    return World(files, projects)


def _without_facts(states: dict[str, FileState], made: dict[str, Facts], store: Index) -> set[str]:
    """Files whose facts are gone: another version of callmap, at work in another worktree, swept them out."""
    keys = {path: key for path, key in _fact_keys(states).items() if path not in made}
    known = store.known_facts(keys.values())
    return {path for path, key in keys.items() if key not in known}


def _fact_keys(states: dict[str, FileState]) -> dict[str, tuple[str, str, str]]:
    """Of every file to link, what its facts are kept under."""
    version = extractor_version()
    keys: dict[str, tuple[str, str, str]] = {}
    for path, state in states.items():
        recognised = recognise(path)
        if not state.reason and recognised is not None:
            keys[path] = (state.blob, recognised[1], version)
    return keys


def _content(state: FileState) -> tuple[str, str]:
    return state.blob, state.reason


def _counters(linked: Linked, states: dict[str, FileState], seen: Walk) -> dict[str, Any]:
    """What `status` and the summary show, counted once."""
    indexed = [state for state in states.values() if not state.reason]
    return {
        "files": _ranked(linked.languages),
        "project_files": len(indexed) - linked.languages.total(),
        "bytes": sum(state.size for state in indexed),
        "symbols": _ranked(linked.symbols),
        "calls": linked.calls,
        "edges": _ranked(linked.edges),
        "edge_kinds": _ranked(linked.kinds),
        "unresolved": _ranked(linked.unresolved),
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


def _report(
    root: str, snapshot: Any, read: int, removed: int, size: int, began: float, warnings: tuple[str, ...], new: bool
) -> Report:
    seconds = time.monotonic() - began
    return Report(
        root, snapshot.commit, new, read, removed, size, seconds, snapshot.generation, snapshot.counters, warnings
    )


@contextmanager
def only_writer(path: Path, patience: float = 60.0) -> Iterator[None]:
    """Holds the lock that one indexer of a database has at a time; waits for it, then raises IndexBusy."""
    if sys.platform == "win32":
        yield  # SQLite's own lock keeps writers apart there; the work may be done twice
        return
    import fcntl

    try:
        for directory in (*reversed(path.parent.parents), path.parent):  # `parents=True` would make them 0755
            directory.mkdir(mode=0o700, exist_ok=True)
        lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreTrouble(
            f"The index cannot be kept in {path.parent} ({error.strerror}). "
            "Make that directory writable, or set CALLMAP_DATA to another one."
        ) from None
    try:
        give_up = time.monotonic() + patience
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > give_up:
                    holder = os.pread(lock, 20, 0).decode("ascii", "replace").strip() or "another process"
                    raise IndexBusy(
                        f"Process {holder} has been indexing this repository for {patience:.0f} s; "
                        "wait for it to end, or stop it, and try again."
                    ) from None
                time.sleep(0.05)
        with suppress(OSError):  # a full disk: then others cannot be told who works
            os.ftruncate(lock, 0)
            os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(lock)
