"""Open indexes, kept for the next question: takes a root directory, gives projects as `Project.open` does, sooner.

Each is used by one thread at a time. One whose file was replaced or removed since is not used again.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from callmap import config
from callmap.ask.project import Project, at_ref, is_live
from callmap.errors import IndexBusy, IndexNotReady, StoreTrouble
from callmap.store.store import LIVE, Index

MOST_IDLE = 8
PATH_HOLDS = 1.0  # seconds: which repository a directory belongs to, and whether that is bare, changes rarely


class Readers:
    """Of one root. Threads may share it."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._idle: list[tuple[tuple[int, int], Index]] = []
        self._lock = threading.Lock()
        self._path, self._ref, self._found = Path(), "", float("-inf")

    @contextmanager
    def project(self) -> Iterator[Project]:
        """The project at the working tree (of a bare repository, at HEAD). Raises what `Project.open` raises."""
        file, store = self._take()
        usable = True
        try:
            with ExitStack() as open_things:
                open_things.enter_context(store.read())
                yield at_ref(self._root, store, self._ref, open_things)
        except (StoreTrouble, IndexBusy):
            usable = False
            raise
        finally:
            self._put(file, store, usable and not store.stopped)

    def _take(self) -> tuple[tuple[int, int], Index]:
        path = self._database()
        file = _identity(path)
        with self._lock:
            while self._idle:
                known, store = self._idle.pop()
                if known == file:
                    return known, store
                store.close()
        try:
            return file, Index.open(path, write=False)
        except IndexNotReady:
            with Project.open(self._root):  # of a bare repository it says something else
                raise

    def _put(self, file: tuple[int, int], store: Index, usable: bool) -> None:
        with self._lock:
            if usable and len(self._idle) < MOST_IDLE:
                self._idle.append((file, store))
                return
        store.close()

    def _database(self) -> Path:
        now = time.monotonic()
        if now - self._found > PATH_HOLDS:
            self._path, self._found = Path(config.database_path(self._root)), now
            self._ref = LIVE if is_live(self._root, None) else ""
        return self._path


def _identity(path: Path) -> tuple[int, int]:
    try:
        status = os.stat(path)
    except OSError:
        return (0, 0)
    return status.st_dev, status.st_ino
