"""A project that can be asked: takes a root directory, opens its index, gives answers of one generation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from callmap import config
from callmap.ask import graph, symbols
from callmap.ask.answers import Freshness
from callmap.errors import IndexNotReady, RefNotIndexed
from callmap.model import FileState
from callmap.read import git
from callmap.read.files import Found, Skipped, changed, read_file, walk
from callmap.store.rows import EdgeRow, SnapshotRow, SymbolRow
from callmap.store.store import Index
from callmap.versions import index_version


class Project:
    """An open index of one working tree. Use it inside `with Project.open(root) as project:`."""

    def __init__(self, root: str, store: Index, snapshot: SnapshotRow) -> None:
        self.root = root
        self.store = store
        self.snapshot = snapshot
        self._lines: dict[str, list[str]] = {}

    @classmethod
    @contextmanager
    def open(cls, root: str) -> Iterator[Project]:
        """Raises IndexNotReady if the tree was never indexed. All answers inside the `with` are of one generation."""
        with Index.open(Path(config.database_path(root)), write=False) as store, store.read():
            snapshot = store.snapshot("live", root)
            if snapshot is None:
                raise IndexNotReady(
                    f"{root} is not indexed yet.", remediation="Run `callmap index` there, then ask again."
                )
            yield cls(root, store, snapshot)

    def freshness(self) -> Freshness:
        """Compares the working tree's names, sizes and times with what was indexed. Content is read only of files that
        were as new as the index itself, whose time says nothing."""
        settings = config.load_settings(self.root)
        seen = walk(self.root, settings)
        previous = {state.path: state for state in self.store.files(self.snapshot.id)}
        changes = changed(seen, previous, self.snapshot.started_ns)
        now = {found.path for found in seen.files} | {state.path for state in seen.skipped}
        differing = len(previous.keys() - now)
        differing += sum(not self._holds_the_same(found, previous.get(found.path)) for found in changes.read)
        differing += sum(
            state.path not in previous or previous[state.path].reason != state.reason for state in seen.skipped
        )
        head = git.head_commit(self.root) or ""
        other_code = self.snapshot.versions != index_version(settings.digest)
        stale = differing or head != self.snapshot.commit or other_code
        return Freshness("stale" if stale else "fresh", differing, head)

    def _holds_the_same(self, found: Found, state: FileState | None) -> bool:
        if state is None or not state.blob or state.size != found.size or state.language != found.language:
            return False
        try:
            return git.blob_id(read_file(self.root, found.path)) == state.blob
        except Skipped:
            return False

    def check_ref(self, ref: str | None) -> None:
        """Only the working tree is indexed: its names are "live", HEAD, its branch and its commit."""
        if ref in (None, "", "live", "HEAD", self.snapshot.commit, git.branch_name(self.root)):
            return
        raise RefNotIndexed(
            f"Ref '{ref}' is not indexed; this index speaks of the working tree.",
            remediation='Leave `ref` out, or pass "live".',
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
        """The lines of a file as it is now; none if it cannot be read."""
        if path not in self._lines:
            try:
                self._lines[path] = read_file(self.root, path).decode("utf-8", "replace").split("\n")
            except Skipped:
                self._lines[path] = []
        return self._lines[path]

    def source_line(self, path: str, line: int) -> str:
        """A line of a file as it is now, without the white space around it; "" if it cannot be read."""
        lines = self.source(path)
        return lines[line - 1].strip() if 0 < line <= len(lines) else ""
