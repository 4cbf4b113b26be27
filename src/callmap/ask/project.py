"""A project that can be asked: takes a root directory and a ref, opens its index, gives answers of one generation."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from stat import S_ISREG

from callmap import config
from callmap.ask import graph, symbols
from callmap.ask.answers import Freshness
from callmap.ask.lacking import lacking
from callmap.config import Settings
from callmap.errors import IndexNotReady, RefNotIndexed
from callmap.model import FileState
from callmap.read import disk, git, objects
from callmap.read.files import SIZE_LIMIT, Found, Skipped, changed, read_file, walk
from callmap.read.text import lines_of
from callmap.read.walker import VANISHED
from callmap.store.rows import EdgeRow, SnapshotRow, SymbolRow
from callmap.store.store import LIVE, Index
from callmap.versions import code_version, index_version, walk_version

_SOME = 5  # files that are named when the tree differs


class Project:
    """An open index of one snapshot. Use it inside `with Project.open(root) as project:`.

    `ref` is what was asked for: "live", or a commit's name. `at` gives another snapshot of the same generation."""

    def __init__(self, root: str, store: Index, snapshot: SnapshotRow, ref: str, open_things: ExitStack) -> None:
        self.root = root
        self.store = store
        self.snapshot = snapshot
        self.ref = ref
        self._open_things = open_things
        self._shadow: objects.Shadow | None = None
        self.watched: Callable[[Project], Freshness] | None = None  # who knows without comparing
        self._lines: dict[str, list[str]] = {}

    @classmethod
    @contextmanager
    def open(cls, root: str, ref: str | None = None) -> Iterator[Project]:
        """Raises IndexNotReady if the tree was never indexed, RefNotIndexed if it is a commit that was not. All answers
        inside the `with` are of one generation."""
        with ExitStack() as open_things:
            try:
                store = open_things.enter_context(Index.open(Path(config.database_path(root)), write=False))
            except IndexNotReady:
                if is_live(root, ref):
                    raise
                name = _name(ref)
                raise _ref_not_indexed(name, _commit(root, name), False) from None
            open_things.enter_context(store.read())
            yield at_ref(root, store, ref, open_things)

    def at(self, ref: str | None) -> Project:
        """The project at another ref; itself, if that is its own."""
        if ref == self.ref or (ref in (None, "") and self.is_live):
            return self
        return at_ref(self.root, self.store, ref, self._open_things)

    @property
    def is_live(self) -> bool:
        return self.snapshot.ref == LIVE

    def freshness(self) -> Freshness:
        """Whether the working tree is what was indexed. A commit does not change."""
        if not self.is_live:
            return Freshness("fresh", 0, git.head_commit(self.root) or "")
        return self.compare() if self.watched is None else self.watched(self)

    def compare(self, where: Collection[str] | None = None) -> Freshness:
        """Compares the working tree's names, sizes and times with what was indexed. Content is read only of files that
        were as new as the index itself, whose time says nothing. `where` are the absolute paths of all that can
        differ, if somebody knows."""
        head = git.head_commit(self.root) or ""
        settings = config.load_settings(self.root)
        differing = self._differing_among(where) if where is not None else None
        if differing is None:
            differing = self._differing(settings, where)
        other_code = self.snapshot.versions != index_version(settings.digest)
        stale = differing or head != self.snapshot.commit or other_code
        return Freshness("stale" if stale else "fresh", len(differing), head, tuple(sorted(differing)[:_SOME]))

    def _differing_among(self, where: Collection[str]) -> set[str] | None:
        """Those of some files that differ; None if there are others than files that were indexed, and are there."""
        files: list[Found] = []
        states: dict[str, FileState] = {}
        for path in where:
            inside = path.startswith(f"{self.root}/")
            state = self.store.file(self.snapshot.id, path.removeprefix(f"{self.root}/")) if inside else None
            try:
                status = os.lstat(path)
            except OSError:
                return None
            if state is None or state.reason or not S_ISREG(status.st_mode) or status.st_size > SIZE_LIMIT:
                return None
            times = (status.st_mtime_ns, False, status.st_ctime_ns)
            files.append(Found(state.path, state.language, "", status.st_size, *times))
            states[state.path] = state
        changes = changed(files, states, self.snapshot.started_ns)
        return {found.path for found in changes.read if not self._holds_the_same(found, states[found.path])}

    def _differing(self, settings: Settings, where: Collection[str] | None) -> set[str]:
        """The files that are not as they were indexed."""
        listing = self.store.listing(self.snapshot.id, walk_version(settings.digest))
        previous = {state.path: state for state in self.store.files(self.snapshot.id)}
        directories = None if where is None else disk.directories(self.root, where)
        seen = walk(self.root, settings, past=disk.Past(disk.unpack(listing), previous, directories))
        changes = changed(seen.files, previous, self.snapshot.started_ns)
        now = {found.path for found in seen.files} | {state.path for state in seen.skipped}
        differing = {path for path in previous.keys() - now if previous[path].reason != VANISHED}
        differing |= {f.path for f in changes.read if not self._holds_the_same(f, previous.get(f.path))}
        differing |= {s.path for s in seen.skipped if s.path not in previous or previous[s.path].reason != s.reason}
        return differing

    def _holds_the_same(self, found: Found, state: FileState | None) -> bool:
        if state is None or state.size != found.size or state.language != found.language:
            return False
        try:
            content = read_file(self.root, found.path)
            return bool(state.blob) and _same_content(content, state)
        except Skipped as skipped:
            return skipped.reason == state.reason  # what could not be read then cannot be read now

    def lacks(self) -> list[str]:
        """What is source and could not be read when this was indexed, in sentences."""
        return lacking(self.snapshot.counters, self.ref)

    def schema_status(self) -> str:
        """Whether this version of callmap made the index."""
        return "compatible" if self.snapshot.versions.startswith(code_version()) else "reindex_required"

    def check_ref(self, ref: str | None) -> None:
        """Raises RefNotIndexed if this is not the project at that ref."""
        if ref and self.at(ref).snapshot.id != self.snapshot.id:
            raise RefNotIndexed(
                f"This answer would speak of '{self.ref}', not of '{ref}'.", remediation="Ask at that ref."
            )

    def find(self, text: str, file: str = "") -> SymbolRow:
        return symbols.find(self.store, self.snapshot.id, text, file, self.root)

    def callers(self, symbol: SymbolRow, depth: int = 1, limit: int = 20, tests: bool = True) -> graph.Walked:
        return graph.callers(self.store, self.snapshot.id, symbol, depth, limit, tests)

    def callees(self, symbol: SymbolRow, depth: int = 1, limit: int = 20, tests: bool = True) -> graph.Walked:
        return graph.callees(self.store, self.snapshot.id, symbol, depth, limit, tests)

    def unresolved_calls_named(self, name: str) -> tuple[int, list[EdgeRow]]:
        """Calls of that name whose target is not known: why "0 callers" may not mean "nobody"."""
        return self.store.unresolved_calls_named(self.snapshot.id, name, limit=5)

    def source(self, path: str) -> list[str]:
        """The lines of a file as they were indexed; none if they cannot be read, or have changed since."""
        if path not in self._lines:
            content = self._content(path)
            self._lines[path] = lines_of(content) if content is not None else []
        return self._lines[path]

    def source_line(self, path: str, line: int) -> str:
        """A line of a file, without the white space around it; "" if it cannot be read, or has changed since."""
        lines = self.source(path)
        return lines[line - 1].strip() if 0 < line <= len(lines) else ""

    def unindexed(self, path: str) -> list[str]:
        """The lines of a file that is not code, such as CODEOWNERS; none if there is no such file."""
        try:
            if self.is_live:
                content = read_file(self.root, path)
            else:
                folder, _, name = path.rpartition("/")
                listed = objects.list_tree(self._git(), self.snapshot.commit, folder)
                content = objects.read_blob(self._git(), {one.path: one.hash for one in listed}[name], SIZE_LIMIT)
        except (Skipped, OSError, KeyError):
            return []
        return lines_of(content)

    def _git(self) -> objects.Shadow:
        if self._shadow is None:
            own = self._open_things.enter_context(objects.shadow(self.root))
            self._shadow = objects.with_submodules(own, self.root)
        return self._shadow

    def _content(self, path: str) -> bytes | None:
        state = self.store.file(self.snapshot.id, path)
        if state is None or not state.blob:
            return None
        try:
            if self.is_live:
                content = read_file(self.root, path)
                return content if _same_content(content, state) else None
            return objects.read_blob(self._git(), state.blob, SIZE_LIMIT)
        except (Skipped, OSError):
            return None


def is_live(root: str, ref: str | None) -> bool:
    """Whether a ref means the working tree; of a bare repository, which has none, HEAD is meant instead."""
    return ref in (None, "", LIVE) and not git.is_bare(root)


def at_ref(root: str, store: Index, ref: str | None, open_things: ExitStack) -> Project:
    """The project at a ref of an index that is open. Raises IndexNotReady, RefNotIndexed."""
    snapshot = store.snapshot(LIVE, root) if ref in (None, "", LIVE) else None
    if snapshot is not None:
        return Project(root, store, snapshot, LIVE, open_things)
    if is_live(root, ref):
        raise IndexNotReady(f"{root} is not indexed yet.", remediation="Run `callmap index` there, then ask again.")
    name = _name(ref)
    known = git.full_hash(root, name) or git.look_up(root, name) or name
    snapshot = store.snapshot(known, "")  # most names need no git
    if snapshot is None:
        known = _commit(root, name)
        snapshot = store.snapshot(known, "")
    if snapshot is None or not snapshot.versions.startswith(code_version()):
        cheap = any(other.versions.startswith(code_version()) for other in store.snapshots())
        raise _ref_not_indexed(name, known, cheap)
    return Project(root, store, snapshot, name, open_things)


def _name(ref: str | None) -> str:
    return "HEAD" if ref in (None, "", LIVE) else str(ref)


def _commit(root: str, name: str) -> str:
    with objects.shadow(root) as shadow:
        return objects.resolve(shadow, root, name)


def _ref_not_indexed(name: str, commit: str, cheap: bool) -> RefNotIndexed:
    """`cheap`: another snapshot is indexed, and most of the work is shared with it."""
    return RefNotIndexed(
        f"Ref '{name}' (commit {commit[:12]}) is not indexed.",
        remediation=f"Run `callmap index --ref {name}`, then ask again.",
        ref=name, commit=commit, cheap=cheap,
    )  # fmt: skip


def _same_content(content: bytes, state: FileState) -> bool:
    return git.blob_id(content, sha256=len(state.blob) == 64) == state.blob
